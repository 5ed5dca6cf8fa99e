#include "demo/gateway.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fstream>

#include "net/deadline.h"

namespace senja::demo {

namespace {

using namespace std::chrono_literals;

constexpr Micros ready_poll = 5ms;
constexpr int ready_polls_max = 2'000;  // ten seconds
constexpr Micros stop_wait = 30s;       // longer than the gateway's own drain time-out

bool taken(const net::Url& address);
std::string last_line_of(const std::string& file);
[[noreturn]] void become(const Gateway::Command& command);

}  // namespace

std::expected<void, std::string> Gateway::start() {
  for (const net::Url& address : {place_.gateway, place_.admin})
    if (taken(address))
      return std::unexpected(address.authority() +
                             " is taken: another gateway may be running. Stop it, or choose another address with "
                             "SENJA_SERVER__LISTEN and SENJA_SERVER__ADMIN_LISTEN.");
  if (auto spawned = spawn(); !spawned) return spawned;
  for (int i = 0; i < ready_polls_max; ++i) {
    if (ended_within(ready_poll)) {
      reap();
      return std::unexpected("the gateway did not start: " + last_line_of(command_.log));
    }
    if (ready()) return {};
  }
  stop();
  return std::unexpected("the gateway did not get ready; see " + command_.log);
}

void Gateway::kill_hard() {
  if (child_ < 0) return;
  ::kill(child_, SIGKILL);
  reap();
}

void Gateway::stop() {
  if (child_ < 0) return;
  ::kill(child_, SIGTERM);
  if (!ended_within(stop_wait)) ::kill(child_, SIGKILL);
  reap();
}

void Gateway::serve_until_interrupted() {
  sigset_t awaited, before;
  sigemptyset(&awaited);
  for (const int each : {SIGINT, SIGTERM, SIGCHLD}) sigaddset(&awaited, each);
  ::sigprocmask(SIG_BLOCK, &awaited, &before);
  if (!ended_within(Micros{1})) {
    int got = 0;
    ::sigwait(&awaited, &got);
  }
  stop();
  ::sigprocmask(SIG_SETMASK, &before, nullptr);
}

bool Gateway::ended_within(Micros span) const { return net::Deadline(span).wait(child_fd_, POLLIN); }

std::expected<void, std::string> Gateway::spawn() {
  child_ = ::fork();
  if (child_ < 0) return std::unexpected(std::string("cannot start a process: ") + std::strerror(errno));
  if (child_ == 0) become(command_);
  child_fd_ = static_cast<int>(::syscall(SYS_pidfd_open, child_, 0));
  if (child_fd_ >= 0) return {};
  kill_hard();
  return std::unexpected("cannot watch the gateway's process");
}

bool Gateway::ready() const {
  net::Client client(place_.admin.host, place_.admin.port);
  const auto answer = client.call({"GET", "/readyz", {}, {}});
  return answer && answer->status == 200;
}

void Gateway::reap() {
  while (::waitpid(child_, nullptr, 0) < 0 && errno == EINTR) continue;
  ::close(child_fd_);
  child_ = child_fd_ = -1;
}

namespace {

bool taken(const net::Url& address) {
  net::Client client(address.host, address.port);
  return client.send_raw("").has_value();
}

std::string last_line_of(const std::string& file) {
  std::ifstream log(file);
  std::string last = "its log " + file + " is empty";
  for (std::string line; std::getline(log, line);)
    if (!line.empty()) last = line;
  return last;
}

// Between fork and exec: only calls that are safe there.
void become(const Gateway::Command& command) {
  ::setpgid(0, 0);  // Ctrl-C reaches the demo alone, which then ends its child in good order
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (const int log = ::open(command.log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644); log >= 0) {
    ::dup2(log, STDOUT_FILENO);
    ::dup2(log, STDERR_FILENO);
  }
  const char* arguments[] = {"senja", "serve", "--config", command.config.c_str(), nullptr};
  ::execv(command.program.c_str(), const_cast<char* const*>(arguments));
  ::_exit(127);
}

}  // namespace

}  // namespace senja::demo
