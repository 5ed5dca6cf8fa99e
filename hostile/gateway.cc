#include "gateway.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <optional>
#include <system_error>

#include "net/test_certificates.h"
#include "watch.h"

namespace senja::hostile {

namespace {

namespace fs = std::filesystem;
using Failure = std::unexpected<std::string>;

constexpr Micros look_interval = std::chrono::milliseconds{10};
constexpr std::size_t log_end_bytes = 2'000;

fs::path make_folder();
void write_file(const fs::path& path, const std::string& text);
std::string config_text(const GatewayPlan& plan, const fs::path& folder);
void write_certificate(const fs::path& folder);
std::string read_file(const fs::path& path);
pid_t start_program(const fs::path& program, const fs::path& config, const fs::path& log);
std::optional<std::uint16_t> port_said_in(const std::string& log);
std::string how_it_ended(int status);

}  // namespace

std::expected<std::unique_ptr<Gateway>, std::string> Gateway::start(const GatewayPlan& plan, const Clock& clock) {
  if (::access(plan.program.c_str(), X_OK) != 0) return Failure(plan.program.string() + " is not a program");
  std::unique_ptr<Gateway> gateway{new Gateway(clock)};
  write_file(gateway->folder_ / "senja.toml", config_text(plan, gateway->folder_));
  if (plan.tls) write_certificate(gateway->folder_);
  gateway->process_ = start_program(plan.program, gateway->folder_ / "senja.toml", gateway->folder_ / "log");
  if (gateway->process_ < 0) return Failure("no process can be started");
  gateway->handle_ = static_cast<int>(::syscall(SYS_pidfd_open, gateway->process_, 0));
  if (gateway->handle_ < 0) return Failure("the process cannot be watched");
  if (const auto listening = gateway->await_listening(); !listening) return Failure(listening.error());
  return gateway;
}

Gateway::Gateway(const Clock& clock) : clock_(clock), folder_(make_folder()) {}

Gateway::~Gateway() {
  if (process_ > 0) {
    ::kill(process_, SIGKILL);
    ::waitpid(process_, &status_, 0);
  }
  if (handle_ >= 0) ::close(handle_);
  std::error_code error;  // what cannot be removed stays in the temporary folder
  fs::remove_all(folder_, error);
}

std::expected<void, std::string> Gateway::await_listening() {
  const SteadyTime until = clock_.steady() + patience;
  while (clock_.steady() < until) {
    if (const auto port = port_said_in(read_file(folder_ / "log"))) {
      port_ = *port;
      return {};
    }
    if (ended_within(look_interval))
      return Failure("the gateway ended at once, " + how_it_ended(status_) + ":\n" + end_of_log());
  }
  return Failure("the gateway does not listen:\n" + end_of_log());
}

std::expected<void, std::string> Gateway::stop() {
  if (process_ < 0) return {};
  if (!ended_within(Micros{0})) {
    ::kill(process_, SIGTERM);
    if (!ended_within(patience)) return Failure("the gateway did not end when it was asked to:\n" + end_of_log());
  }
  if (!WIFEXITED(status_) || WEXITSTATUS(status_) != 0)
    return Failure("the gateway ended badly, " + how_it_ended(status_) + ":\n" + end_of_log());
  return {};
}

bool Gateway::ended_within(Micros span) {
  pollfd watched{.fd = handle_, .events = POLLIN, .revents = 0};
  const int wait_ms = static_cast<int>(std::chrono::duration_cast<std::chrono::milliseconds>(span).count());
  if (::poll(&watched, 1, wait_ms) <= 0) return false;
  ::waitpid(process_, &status_, 0);
  process_ = -1;
  return true;
}

std::string Gateway::end_of_log() const {
  const std::string text = read_file(folder_ / "log");
  return text.size() <= log_end_bytes ? text : text.substr(text.size() - log_end_bytes);
}

namespace {

fs::path make_folder() {
  std::string name = (fs::temp_directory_path() / "senja-hostile-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) throw std::system_error(errno, std::generic_category(), "mkdtemp");
  return name;
}

void write_file(const fs::path& path, const std::string& text) {
  std::ofstream out(path, std::ios::binary);
  out << text;
  out.flush();
  if (!out) throw std::system_error(errno, std::generic_category(), path.string());
}

std::string config_text(const GatewayPlan& plan, const fs::path& folder) {
  return "[server]\n"
         "listen = \"127.0.0.1:0\"\n"
         "admin_listen = \"127.0.0.1:0\"\n"
         "connections_max = 20000\n"
         "connections_per_peer_max = 20000\n" +
         plan.server_lines + (plan.tls ? "[server.tls]\ncertificate = \"certificate.pem\"\nkey = \"key.pem\"\n" : "") +
         "[store]\n"
         "url = \"sqlite:" +
         (folder / "senja.db").string() +
         "\"\n"
         "[source.credits]\n"
         "scheme = \"sha256-body\"\n"
         "secrets = [{ value = \"" +
         plan.secret +
         "\" }]\n"
         "redelivery_within = \"3d\"\n"
         "answer_within = \"30s\"\n"  // a disk that stalls is not what is looked at; it shows in the latencies
         "[source.credits.contract]\n"
         "event_id = \"/event_id\"\n"
         "required = [\"event_id\"]\n";
}

void write_certificate(const fs::path& folder) {
  const net::TestIdentity identity = net::TestAuthority{"hostile run"}.issue_server();
  write_file(folder / "certificate.pem", identity.certificate.text);
  write_file(folder / "key.pem", identity.key.text);
  fs::permissions(folder / "key.pem", fs::perms::owner_read | fs::perms::owner_write);
}

std::string read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// Between fork and exec only what a signal handler may call: other threads may hold any lock.
pid_t start_program(const fs::path& program, const fs::path& config, const fs::path& log) {
  const int out = ::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (out < 0) return -1;
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // whoever stops this tool stops its gateway
    if (::getppid() != parent) ::_exit(EXIT_FAILURE);
    ::dup2(out, STDOUT_FILENO);
    ::dup2(out, STDERR_FILENO);
    ::execl(program.c_str(), program.c_str(), "serve", "--config", config.c_str(), static_cast<char*>(nullptr));
    ::_exit(EXIT_FAILURE);
  }
  ::close(out);
  return child;
}

// "listening on 127.0.0.1:PORT", and the whole line, so that no digit is missing.
std::optional<std::uint16_t> port_said_in(const std::string& log) {
  constexpr std::string_view words = "listening on 127.0.0.1:";
  const std::size_t at = log.find(words);
  if (at == std::string::npos || log.find('\n', at) == std::string::npos) return std::nullopt;
  std::uint16_t port = 0;
  const char* const digits = log.data() + at + words.size();
  if (std::from_chars(digits, log.data() + log.size(), port).ec != std::errc{}) return std::nullopt;
  return port;
}

std::string how_it_ended(int status) {
  if (WIFSIGNALED(status)) return "by signal " + std::to_string(WTERMSIG(status));
  return "with exit code " + std::to_string(WEXITSTATUS(status));
}

}  // namespace

}  // namespace senja::hostile
