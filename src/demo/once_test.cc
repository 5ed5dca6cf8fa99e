// The whole demo against the real program, on free ports and in a folder of its own.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "cli/run.h"
#include "clock/system_clock.h"
#include "clock/system_entropy.h"
#include "demo/demo.h"
#include "demo/free_address.h"

namespace senja::demo {
namespace {

namespace fs = std::filesystem;

class Once : public testing::Test {
 protected:
  Once() {
    fs::remove_all(folder);
    listen_on(free_address(), free_address());
  }
  ~Once() override {
    fs::remove_all(folder);
    for (const char* each : {"SENJA_SERVER__LISTEN", "SENJA_SERVER__ADMIN_LISTEN", "SENJA_STORE__URL"}) ::unsetenv(each);
  }

  // The child inherits the environment, so both read the same config.
  void listen_on(const std::string& gateway, const std::string& admin) {
    ::setenv("SENJA_SERVER__LISTEN", gateway.c_str(), 1);
    ::setenv("SENJA_SERVER__ADMIN_LISTEN", admin.c_str(), 1);
    ::setenv("SENJA_STORE__URL", ("sqlite:" + (folder / "demo.db").string()).c_str(), 1);
  }
  int run_once() {
    out.str("");
    return run({.clock = clock,
                .entropy = entropy,
                .outside = cli::real_outside(),
                .once = true,
                .program = SENJA_PROGRAM,
                .folder = folder.string()},
               out);
  }

  fs::path folder = fs::path(testing::TempDir()) / ("senja_demo_" + std::to_string(::getpid()));
  SystemClock clock;
  SystemEntropy entropy;
  std::ostringstream out;
};

std::size_t columns_of(const std::string& line) {
  return static_cast<std::size_t>(
      std::ranges::count_if(line, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

TEST_F(Once, EveryLineIsRightAndSoItIsOnTheSameFileAgain) {
  ASSERT_EQ(run_once(), 0) << out.str();
  EXPECT_NE(out.str().find("all 26 lines are right"), std::string::npos) << out.str();
  std::istringstream lines(out.str());
  for (std::string line; std::getline(lines, line);) EXPECT_LE(columns_of(line), 100u) << line;

  EXPECT_EQ(run_once(), 0) << out.str();
}

TEST_F(Once, SaysWhichPortIsTaken) {
  const HeldPort held;
  held.listen();
  listen_on(held.address(), free_address());
  EXPECT_EQ(run_once(), 1);
  EXPECT_NE(out.str().find(held.address() + " is taken"), std::string::npos) << out.str();
}

TEST_F(Once, SaysWhyTheGatewayDidNotStart) {
  fs::create_directories(folder / "demo.db");  // a folder where the database should be
  EXPECT_EQ(run_once(), 1);
  EXPECT_NE(out.str().find("the gateway did not start: "), std::string::npos) << out.str();
}

}  // namespace
}  // namespace senja::demo
