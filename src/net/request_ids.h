// Names for requests: 16 hex digits, in answers and in the log, so that the two can be laid side by side.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "clock/clock.h"

namespace senja::net {

// One a context. They differ between contexts and between runs of the program; they are no secret.
class RequestIds {
 public:
  explicit RequestIds(const Clock& clock)
      : next_(mixed(mixed(static_cast<std::uint64_t>(clock.wall().time_since_epoch().count())) +
                    static_cast<std::uint64_t>(clock.steady().time_since_epoch().count()) + made_.fetch_add(1))) {}

  std::string next() {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string id(16, '0');
    std::uint64_t rest = mixed(next_++);
    for (char& digit : id) {
      digit = digits[rest & 0xf];
      rest >>= 4;
    }
    return id;
  }

 private:
  // SplitMix64's last step (Steele, Lea, Flood 2014): one to one, so equal ids need equal numbers.
  static constexpr std::uint64_t mixed(std::uint64_t z) {
    z += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

  static inline std::atomic<std::uint64_t> made_ = 0;  // contexts so far: they may start at the same microsecond
  std::uint64_t next_;
};

}  // namespace senja::net
