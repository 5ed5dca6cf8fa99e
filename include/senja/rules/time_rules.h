// Time as an interval (SPEC 2.3): now = [clock - margin, clock + margin].
#pragma once

#include "senja/model/time.h"
#include "senja/rules/policy.h"

namespace senja::rules {

// The last instant, by our clock, at which an event may be applied.
constexpr WallTime last_moment(WallTime expires_at, Micros margin, InDoubt in_doubt) {
  return in_doubt == InDoubt::apply ? plus(expires_at, margin) : minus(expires_at, margin);
}

// Surely late; under InDoubt::refuse also what is only possibly late.
constexpr bool expired(WallTime expires_at, Now now, InDoubt in_doubt) {
  return now.clock > last_moment(expires_at, now.margin, in_doubt);
}
constexpr bool from_the_future(WallTime issued_at, Now now) { return issued_at > plus(now.clock, now.margin); }
constexpr bool too_old(WallTime issued_at, Now now, Micros max_age) {
  return issued_at < minus(minus(now.clock, now.margin), max_age);
}

// The resource's own sunset is ours: no margin.
constexpr bool past_sunset(WallTime sunset, Now now) { return sunset <= now.clock; }

// Retry-After is in whole seconds, rounded up, at least one.
constexpr Micros whole_seconds_up(Micros span) {
  constexpr Micros second = std::chrono::seconds{1};
  if (span <= second) return second;
  const Micros rest = span % second;
  const bool can_grow = span <= Micros::max() - second;
  return rest == Micros::zero() ? span : span - rest + (can_grow ? second : Micros::zero());
}

}  // namespace senja::rules
