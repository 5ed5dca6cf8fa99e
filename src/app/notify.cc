#include "app/notify.h"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstddef>
#include <cstring>

namespace senja::app {

Notify::Notify(const std::map<std::string, std::string>& environment) {
  const auto value = [&environment](const char* name) {
    const auto found = environment.find(name);
    return found == environment.end() ? std::string{} : found->second;
  };
  const std::string socket = value("NOTIFY_SOCKET");
  if (socket.size() < 2 || socket.size() >= sizeof(sockaddr_un::sun_path) || (socket[0] != '/' && socket[0] != '@')) return;
  socket_ = socket;
  const std::string pid = value("WATCHDOG_PID");
  watched_ = !value("WATCHDOG_USEC").empty() && (pid.empty() || pid == std::to_string(::getpid()));
}

void Notify::ready(std::string_view status) const { send("READY=1\nSTATUS=" + std::string{status}); }

void Notify::reloading(BootTime now) const {
  send("RELOADING=1\nMONOTONIC_USEC=" + std::to_string(now.time_since_epoch().count()));
}

void Notify::stopping() const { send("STOPPING=1"); }

void Notify::alive() const {
  if (watched_) send("WATCHDOG=1");
}

// Whether it arrives is not ours to mend.
void Notify::send(const std::string& state) const {
  if (socket_.empty()) return;
  const int socket = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (socket < 0) return;
  sockaddr_un to{};
  to.sun_family = AF_UNIX;
  std::memcpy(to.sun_path, socket_.data(), socket_.size());
  if (to.sun_path[0] == '@') to.sun_path[0] = '\0';
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + socket_.size());
  static_cast<void>(
      ::sendto(socket, state.data(), state.size(), MSG_NOSIGNAL, reinterpret_cast<const sockaddr*>(&to), size));
  ::close(socket);
}

}  // namespace senja::app
