// `senja demo` as people run it: it serves after its last line, what it prints works when pasted, and Ctrl-C ends it.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "demo/free_address.h"

namespace senja::demo {
namespace {

namespace fs = std::filesystem;

// The program in a folder of its own, its output read through a pipe.
class Demo {
 public:
  Demo() {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0) return;
    child_ = ::fork();
    if (child_ == 0) {
      ::setenv("SENJA_SERVER__LISTEN", free_address().c_str(), 1);
      ::setenv("SENJA_SERVER__ADMIN_LISTEN", free_address().c_str(), 1);
      ::dup2(ends[1], STDOUT_FILENO);
      if (::chdir(folder_.c_str()) == 0) ::execl(SENJA_PROGRAM, "senja", "demo", nullptr);
      ::_exit(127);
    }
    ::close(ends[1]);
    output_.reset(::fdopen(ends[0], "r"));
  }
  ~Demo() {
    if (child_ > 0) end(SIGKILL);
    fs::remove_all(folder_);
  }
  Demo(const Demo&) = delete;
  Demo& operator=(const Demo&) = delete;

  // Lines up to the one that holds `last`, or to the end of the output.
  std::vector<std::string> lines_until(const std::string& last) {
    std::vector<std::string> lines;
    std::string line;
    for (int c = std::fgetc(output_.get()); c != EOF; c = std::fgetc(output_.get())) {
      if (c != '\n') {
        line += static_cast<char>(c);
        continue;
      }
      lines.push_back(line);
      if (line.find(last) != line.npos) break;
      line.clear();
    }
    return lines;
  }
  int end(int signal) {
    ::kill(child_, signal);
    int status = 0;
    ::waitpid(child_, &status, 0);
    child_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  std::string in_its_folder(const std::string& command) const { return "cd " + folder_.string() + " && " + command; }

 private:
  struct Close {
    void operator()(FILE* file) const { std::fclose(file); }
  };
  fs::path folder_ = fs::path(testing::TempDir()) / ("senja_demo_serving_" + std::to_string(::getpid()));
  pid_t child_ = -1;
  std::unique_ptr<FILE, Close> output_;
};

std::string output_of(const std::string& command) {
  std::string out;
  FILE* pipe = ::popen(("{ " + command + "; } 2>&1").c_str(), "r");
  if (pipe == nullptr) return out;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) out += static_cast<char>(c);
  ::pclose(pipe);
  return out;
}

TEST(Serving, WhatItPrintsWorksWhenPastedTwice) {
  Demo demo;
  const auto lines = demo.lines_until("Ctrl-C ends it");
  std::size_t events = 0, looks = 0;
  for (const std::string& line : lines) {
    if (line.starts_with("b=")) {
      ++events;
      const std::string first = output_of(line), second = output_of(line);
      EXPECT_NE(first.find(R"({"status":"applied")"), std::string::npos) << line << '\n' << first;
      EXPECT_EQ(first.find("senja-replay: true"), std::string::npos) << first;
      EXPECT_NE(second.find("senja-replay: true"), std::string::npos) << line << '\n' << second;
    }
    if (line.starts_with("curl ")) {
      ++looks;
      EXPECT_NE(output_of(line + " -f").find('{'), std::string::npos) << line;
    }
    if (line.starts_with("sqlite3 ")) {
      ++looks;
      const std::string rows = output_of(demo.in_its_folder(line));
      EXPECT_NE(rows.find("you|25"), std::string::npos) << line << '\n' << rows;
    }
  }
  EXPECT_EQ(events, 3u);
  EXPECT_EQ(looks, 3u);
  EXPECT_EQ(demo.end(SIGINT), 0);
}

}  // namespace
}  // namespace senja::demo
