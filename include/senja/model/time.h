// Times are typed: an instant belongs to one clock, and instants of two clocks neither compare nor subtract.
// All instants are microseconds. No clock here can be read: `clock/` reads them and hands values in.
#pragma once

#include <chrono>
#include <cstdint>
#include <limits>

namespace senja {

using Micros = std::chrono::microseconds;

// Tags, not clocks: they have no now().
struct WallClock {};    // UTC as people and senders write it
struct StoreClock {};   // the database's clock, read while the row's lock is held; the instant of a decision
struct SteadyClock {};  // CLOCK_MONOTONIC: time-outs and deadlines inside the process
struct BootClock {};    // CLOCK_BOOTTIME: steady, and counts while the machine sleeps

using WallTime = std::chrono::time_point<WallClock, Micros>;
using StoreTime = std::chrono::time_point<StoreClock, Micros>;
using SteadyTime = std::chrono::time_point<SteadyClock, Micros>;
using BootTime = std::chrono::time_point<BootClock, Micros>;

// "For ever": memory that never ends.
inline constexpr WallTime forever = WallTime::max();

// What is believed of an instant: the true time lies within `clock` ± `margin`.
struct Now {
  WallTime clock;
  Micros margin{};
  bool operator==(const Now&) const = default;
};

// The one crossing from the database's clock to UTC: the store's clock counts as UTC within the margin.
constexpr WallTime utc(StoreTime at) { return WallTime{at.time_since_epoch()}; }

// Sums that stop at the ends of the scale instead of wrapping.
constexpr WallTime plus(WallTime at, Micros span) {
  const auto a = at.time_since_epoch().count(), b = span.count();
  std::int64_t sum = 0;
  if (__builtin_add_overflow(a, b, &sum)) return b > 0 ? WallTime::max() : WallTime::min();
  return WallTime{Micros{sum}};
}
constexpr WallTime minus(WallTime at, Micros span) {
  const auto a = at.time_since_epoch().count(), b = span.count();
  std::int64_t sum = 0;
  if (__builtin_sub_overflow(a, b, &sum)) return b < 0 ? WallTime::max() : WallTime::min();
  return WallTime{Micros{sum}};
}
constexpr Micros between(WallTime from, WallTime to) {
  std::int64_t span = 0;
  if (__builtin_sub_overflow(to.time_since_epoch().count(), from.time_since_epoch().count(), &span))
    return to > from ? Micros::max() : Micros::min();
  return Micros{span};
}

}  // namespace senja
