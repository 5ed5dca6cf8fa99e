// The real clocks. Read by clock_gettime alone, so that a process can be given another time from outside.
#pragma once

#include "clock/clock.h"

namespace senja {

class SystemClock final : public Clock {
 public:
  WallTime wall() const override;
  SteadyTime steady() const override;
  rules::ClockReading reading() const override;
};

}  // namespace senja
