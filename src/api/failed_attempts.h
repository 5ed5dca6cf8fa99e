// How many wrong tokens a caller may show in a while. What is refused here are wrong ones alone: a right one always passes,
// so that one bad script behind a shared address shuts nobody out. Nobody guesses 256 bits; this keeps those who try cheap.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <optional>

#include "net/ip.h"
#include "senja/model/time.h"

namespace senja::api {

// One thread's. An IPv6 caller is its /64, which is what one customer is given.
class FailedAttempts {
 public:
  static constexpr int burst_max = 10;
  static constexpr Micros refill = std::chrono::seconds{6};  // one more each; ten a minute
  static constexpr std::size_t callers_max = 4096;           // beyond it the one that failed longest ago is forgotten

  // Counts one that failed now. nullopt: within the bound; else how long until the next will be. Those beyond the bound
  // do not prolong it.
  std::optional<Micros> count(const net::IpAddress& caller, SteadyTime now);

  std::size_t callers() const { return callers_.size(); }

 private:
  using Key = std::array<std::uint8_t, 16>;
  struct Caller {
    Key key;
    SteadyTime paid;  // when all that it spent will be refilled
  };
  Caller& caller_of(const net::IpAddress& address);

  std::list<Caller> callers_;  // the one that failed last in front
  std::map<Key, std::list<Caller>::iterator> by_key_;
};

}  // namespace senja::api
