#include "rules/memory.h"

#include <algorithm>

#include "senja/rules/decide.h"

namespace senja::rules {

WallTime memory_until(const EventIntent& event, const TimePolicy& time, WallTime decided_at) {
  const WallTime came = std::max(event.received_at, decided_at);
  if (event.expires_at) return plus(std::max(plus(*event.expires_at, time.margin), came), time.grace);
  return time.remember_for ? plus(came, *time.remember_for) : forever;
}

std::optional<WallTime> earliest_end_of_memory(const EventIntent& event) {
  const TimePolicy& time = event.policy->time;
  if (event.expires_at) return plus(plus(*event.expires_at, time.margin), time.grace);
  if (!time.remember_for) return forever;
  // Memory began when the event was judged, which may have been a margin before it was issued.
  if (event.issued_at) return plus(minus(*event.issued_at, time.margin), *time.remember_for);
  return std::nullopt;
}

bool may_be_forgotten(const EventIntent& event, const std::optional<WallTime>& horizon) {
  if (!horizon) return false;
  const std::optional<WallTime> end = earliest_end_of_memory(event);
  return !end || *end <= *horizon;
}

}  // namespace senja::rules
