#include "api/failed_attempts.h"

#include <algorithm>

namespace senja::api {

// The generic cell rate algorithm: one instant a caller says how much of the burst is spent.
std::optional<Micros> FailedAttempts::count(const net::IpAddress& address, SteadyTime now) {
  Caller& caller = caller_of(address);
  const SteadyTime paid = std::max(caller.paid, now) + refill;
  const Micros ahead = std::chrono::duration_cast<Micros>(paid - now);
  if (ahead > burst_max * refill) return ahead - burst_max * refill;
  caller.paid = paid;
  return std::nullopt;
}

FailedAttempts::Caller& FailedAttempts::caller_of(const net::IpAddress& address) {
  Key key = address.bytes();
  if (!address.is_v4()) std::fill(key.begin() + 8, key.end(), std::uint8_t{0});
  if (const auto known = by_key_.find(key); known != by_key_.end()) {
    callers_.splice(callers_.begin(), callers_, known->second);
    return callers_.front();
  }
  if (callers_.size() == callers_max) {
    by_key_.erase(callers_.back().key);
    callers_.pop_back();
  }
  callers_.push_front({key, SteadyTime::min()});
  by_key_.emplace(key, callers_.begin());
  return callers_.front();
}

}  // namespace senja::api
