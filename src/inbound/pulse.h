// Whether the I/O threads go round: each says so at every tick, and who asks sees how long ago that was.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <vector>

#include "senja/model/time.h"

namespace senja::inbound {

// A context ticks a few times a second; one that has not for so long is stuck.
inline constexpr Micros pulse_missed_after = std::chrono::seconds{10};

// Thread i beats for itself; any thread asks.
class Pulse {
 public:
  Pulse(std::size_t threads, SteadyTime now) : beats_(threads) {
    for (std::size_t i = 0; i < threads; ++i) beat(i, now);
  }
  void beat(std::size_t thread, SteadyTime now) {
    beats_[thread].store(now.time_since_epoch().count(), std::memory_order_relaxed);
  }
  bool steady(SteadyTime now) const {
    return std::ranges::all_of(beats_, [now](const auto& beat) {
      return now - SteadyTime{Micros{beat.load(std::memory_order_relaxed)}} < pulse_missed_after;
    });
  }

 private:
  std::vector<std::atomic<Micros::rep>> beats_;
};

}  // namespace senja::inbound
