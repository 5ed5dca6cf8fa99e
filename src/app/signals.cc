#include "app/signals.h"

#include <ctime>

namespace senja::app {

Signals::Signals() {
  sigemptyset(&set_);
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) sigaddset(&set_, signal);
  pthread_sigmask(SIG_BLOCK, &set_, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
}

int Signals::wait() const {
  int signal = 0;
  sigwait(&set_, &signal);
  return signal;
}

std::optional<int> Signals::wait_for(Micros span) const {
  const auto seconds = std::chrono::floor<std::chrono::seconds>(span);
  const timespec limit{seconds.count(), std::chrono::nanoseconds{span - seconds}.count()};
  const int signal = sigtimedwait(&set_, nullptr, &limit);
  if (signal < 0) return std::nullopt;
  return signal;
}

}  // namespace senja::app
