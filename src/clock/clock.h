// The clocks of this machine, behind one interface. system_clock.cc is the only place that reads the real ones.
#pragma once

#include "senja/model/time.h"
#include "senja/rules/clock_trust.h"

namespace senja {

// Any thread may read.
class Clock {
 public:
  virtual ~Clock() = default;
  virtual WallTime wall() const = 0;
  virtual SteadyTime steady() const = 0;
  virtual rules::ClockReading reading() const = 0;  // wall, boot and the kernel's word, as close together as can be
};

}  // namespace senja
