// When may a clock end an event's life? (SPEC 2.3, 2.4) A wall clock that stepped against CLOCK_BOOTTIME is suspect until
// someone who knows says it is right.
#pragma once

#include <optional>

#include "senja/model/time.h"
#include "senja/rules/facts.h"

namespace senja::rules {

struct ClockReading {
  WallTime wall;
  BootTime boot;
  bool kernel_synchronised = false;  // adjtimex: not TIME_ERROR, not STA_UNSYNC
  bool operator==(const ClockReading&) const = default;
};

// Fed with every reading, in order; answers for the latest. A value: copied, compared, no I/O.
class ClockTrust {
 public:
  static constexpr Micros agreement_needed = std::chrono::seconds{60};
  static constexpr Micros drift_per_reading_max = std::chrono::milliseconds{500};  // less than this is no step

  void observe(const ClockReading& reading);
  void accept();  // `senja clock accept`: the wall clock is right

  // The two readings, while the clock is suspect by more than `margin`.
  std::optional<ClockDoubt> doubt(Micros margin) const;
  Micros step() const;  // how far wall and boot have come apart since last trusted; 0 when trusted
  bool operator==(const ClockTrust&) const = default;

 private:
  std::optional<ClockReading> anchor_;  // last trusted pair
  ClockReading latest_{};
  Micros offset_{};  // latest wall minus the wall that the anchor extrapolates to
  std::optional<BootTime> agreed_since_;
};

// Purge forgets for good, so it wants more: wall and CLOCK_BOOTTIME advanced alike since the last purge, or the kernel
// or the operator vouches for the step. Agreement for a minute is not enough.
struct PurgeMark {
  WallTime wall;
  BootTime boot;
  bool operator==(const PurgeMark&) const = default;
};
bool may_purge(const std::optional<PurgeMark>& last, const ClockReading& now, bool operator_vouches);

}  // namespace senja::rules
