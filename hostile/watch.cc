#include "watch.h"

#include <sys/epoll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

namespace senja::hostile {

namespace {

constexpr std::size_t events_at_once = 256;
constexpr Micros wait_max = std::chrono::milliseconds{20};  // after which a request to stop is seen

void require(bool good, const char* what) {
  if (!good) throw std::system_error(errno, std::generic_category(), what);
}

}  // namespace

Watch::Watch(const Clock& clock) : clock_(clock), epoll_(::epoll_create1(EPOLL_CLOEXEC)) {
  require(epoll_ >= 0, "epoll_create1");
}

Watch::~Watch() { ::close(epoll_); }

void Watch::add(int socket, std::size_t which) {
  epoll_event event{};
  event.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET;
  event.data.u64 = which;
  require(::epoll_ctl(epoll_, EPOLL_CTL_ADD, socket, &event) == 0, "epoll_ctl");
}

void Watch::run(Watched& watched, const std::stop_token& stop) {
  std::array<epoll_event, events_at_once> events{};
  while (const auto next = watched.on_turn(now(), stop.stop_requested())) {
    const Micros wait = std::clamp(*next - now(), Micros{0}, wait_max);
    const timespec span{.tv_sec = 0, .tv_nsec = std::chrono::nanoseconds{wait}.count()};
    const int count = ::epoll_pwait2(epoll_, events.data(), static_cast<int>(events.size()), &span, nullptr);
    require(count >= 0 || errno == EINTR, "epoll_pwait2");
    for (int i = 0; i < count; ++i) watched.on_socket(events.at(static_cast<std::size_t>(i)).data.u64);
  }
}

}  // namespace senja::hostile
