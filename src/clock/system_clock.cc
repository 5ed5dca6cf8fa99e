#include "clock/system_clock.h"

#include <sys/timex.h>
#include <time.h>

#include <cerrno>
#include <system_error>

namespace senja {

namespace {

Micros read_clock(clockid_t id);
bool kernel_vouches_for(WallTime wall);

// A wall clock read between two readings of the boot clock that are this close is as good as one read at once.
constexpr Micros close_together = std::chrono::microseconds{100};
constexpr int tries_max = 4;

}  // namespace

WallTime SystemClock::wall() const { return WallTime{read_clock(CLOCK_REALTIME)}; }

SteadyTime SystemClock::steady() const { return SteadyTime{read_clock(CLOCK_MONOTONIC)}; }

// A process that is stopped between the two reads would see a step that never was: the closest of a few pairs counts.
rules::ClockReading SystemClock::reading() const {
  rules::ClockReading best;
  Micros closest = Micros::max();
  for (int tried = 0; tried < tries_max && closest > close_together; ++tried) {
    const BootTime before{read_clock(CLOCK_BOOTTIME)};
    const WallTime at = wall();
    const Micros apart = BootTime{read_clock(CLOCK_BOOTTIME)} - before;
    if (apart >= closest) continue;
    closest = apart;
    best = {.wall = at, .boot = before + apart / 2};
  }
  best.kernel_synchronised = kernel_vouches_for(best.wall);
  return best;
}

namespace {

Micros read_clock(clockid_t id) {
  timespec at{};
  if (clock_gettime(id, &at) != 0) throw std::system_error(errno, std::generic_category(), "clock_gettime");
  return std::chrono::seconds{at.tv_sec} + std::chrono::duration_cast<Micros>(std::chrono::nanoseconds{at.tv_nsec});
}

// The kernel speaks of its own clock. Where the process was given another one, its word says nothing about that.
bool kernel_vouches_for(WallTime wall) {
  timex state{};
  const int verdict = adjtimex(&state);
  if (verdict < 0 || verdict == TIME_ERROR || (state.status & STA_UNSYNC) != 0) return false;
  const bool nanos = (state.status & STA_NANO) != 0;
  const Micros kernel =
      std::chrono::seconds{state.time.tv_sec} + Micros{nanos ? state.time.tv_usec / 1000 : state.time.tv_usec};
  const Micros apart = between(wall, WallTime{kernel});
  return -std::chrono::seconds{1} < apart && apart < std::chrono::seconds{1};
}

}  // namespace

}  // namespace senja
