#include "senja/rules/clock_trust.h"

#include <algorithm>

namespace senja::rules {

namespace {

// How much further the wall clock went than CLOCK_BOOTTIME between two readings.
Micros came_apart(WallTime wall_before, BootTime boot_before, const ClockReading& now) {
  return between(wall_before, now.wall) - (now.boot - boot_before);
}

Micros size_of(Micros span) { return span < Micros::zero() ? -span : span; }

}  // namespace

// Small differences are the kernel's slewing and the time between the two reads: they neither make a clock suspect nor
// stop it from agreeing. The kernel forgets that it is synchronised when its clock is set, so its word on a reading
// after a step is a fresh one.
void ClockTrust::observe(const ClockReading& reading) {
  const bool stepped = anchor_ && size_of(came_apart(latest_.wall, latest_.boot, reading)) > drift_per_reading_max;
  latest_ = reading;
  if (!anchor_) return accept();

  offset_ = came_apart(anchor_->wall, anchor_->boot, reading);
  if (stepped) agreed_since_ = reading.boot;
  const bool agreed = !agreed_since_ || reading.boot - *agreed_since_ >= agreement_needed;
  const bool came_back = size_of(offset_) <= drift_per_reading_max;
  if (reading.kernel_synchronised || agreed || came_back) accept();
}

void ClockTrust::accept() {
  anchor_ = latest_;
  offset_ = Micros::zero();
  agreed_since_.reset();
}

std::optional<ClockDoubt> ClockTrust::doubt(Micros margin) const {
  if (size_of(offset_) <= margin) return std::nullopt;
  const auto [low, high] = std::minmax({latest_.wall, minus(latest_.wall, offset_)});
  return ClockDoubt{low, high};
}

Micros ClockTrust::step() const { return offset_; }

// A boot clock that went back means another boot: what passed in between only someone who knows can say, and a wall
// clock behind the mark is wrong whoever vouches for it.
bool may_purge(const std::optional<PurgeMark>& last, const ClockReading& now, bool operator_vouches) {
  if (!last) return true;
  const bool vouched = now.kernel_synchronised || operator_vouches;
  if (now.boot < last->boot) return vouched && now.wall > last->wall;

  // The kernel slews by at most 500 parts in a million; twice that is still no step.
  const Micros slewed = (now.boot - last->boot) / 1000;
  return vouched || size_of(came_apart(last->wall, last->boot, now)) <= ClockTrust::drift_per_reading_max + slewed;
}

}  // namespace senja::rules
