// Requests a second, with room for bursts: the generic cell rate algorithm (ITU-T I.371), one number in all. It remembers
// when the next request would be due if all had come evenly spaced.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "senja/model/time.h"

namespace senja::inbound {

struct Rate {
  std::int64_t per_second = 1;  // ≥ 1
  std::int64_t burst = 1;       // requests that may come at once, ≥ 1
};

// Shared by threads; the rate may change between two requests.
class RateLimit {
 public:
  // Zero: let in, and counted. Else how long until one will be let in; nothing was counted.
  Micros take(const Rate& rate, SteadyTime at) {
    const std::int64_t now = at.time_since_epoch().count();
    const std::int64_t spacing = std::max<std::int64_t>(std::int64_t{1'000'000} / rate.per_second, 1);
    const std::int64_t tolerance = spacing * (rate.burst - 1);
    std::int64_t due = due_.load(std::memory_order_relaxed);
    while (true) {
      if (due - now > tolerance) return Micros{due - now - tolerance};
      if (due_.compare_exchange_weak(due, std::max(due, now) + spacing, std::memory_order_relaxed)) return Micros{0};
    }
  }

 private:
  std::atomic<std::int64_t> due_ = 0;
};

}  // namespace senja::inbound
