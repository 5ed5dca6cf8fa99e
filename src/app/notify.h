// Tells the service manager how it goes: sd_notify(3)'s protocol, a datagram to the socket that NOTIFY_SOCKET names.
// Where nobody asked to be told, nothing happens. https://www.freedesktop.org/software/systemd/man/sd_notify.html
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "senja/model/time.h"

namespace senja::app {

class Notify {
 public:
  // NOTIFY_SOCKET, WATCHDOG_USEC and WATCHDOG_PID of this environment.
  explicit Notify(const std::map<std::string, std::string>& environment);

  void ready(std::string_view status) const;  // also after a reload
  void reloading(BootTime now) const;
  void stopping() const;
  void alive() const;  // where a watchdog is set

 private:
  void send(const std::string& state) const;

  std::string socket_;  // empty: nobody listens. A path, or '@' and an abstract name
  bool watched_ = false;
};

}  // namespace senja::app
