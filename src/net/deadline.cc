#include "net/deadline.h"

#include <poll.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

namespace senja::net {

Deadline::Deadline(Micros span) : timer_(timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC)) {
  if (timer_ < 0) throw std::system_error(errno, std::generic_category(), "timerfd_create");
  const auto micros = std::max<std::int64_t>(span.count(), 1);  // zero would switch the timer off
  itimerspec when{};
  when.it_value.tv_sec = micros / 1'000'000;
  when.it_value.tv_nsec = micros % 1'000'000 * 1'000;
  timerfd_settime(timer_, 0, &when, nullptr);
}

Deadline::~Deadline() { ::close(timer_); }

bool Deadline::wait(int socket, short events) const {
  pollfd both[] = {{socket, events, 0}, {timer_, POLLIN, 0}};
  while (::poll(both, 2, -1) < 0)
    if (errno != EINTR) throw std::system_error(errno, std::generic_category(), "poll");
  return both[0].revents != 0;
}

}  // namespace senja::net
