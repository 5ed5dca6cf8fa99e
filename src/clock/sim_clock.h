// Clocks that stand still until a test or the simulator moves them.
#pragma once

#include <mutex>

#include "clock/clock.h"

namespace senja {

class SimClock final : public Clock {
 public:
  explicit SimClock(WallTime wall = WallTime{std::chrono::seconds{1'700'000'000}}) { now_.wall = wall; }

  WallTime wall() const override { return reading().wall; }
  SteadyTime steady() const override {
    const std::scoped_lock lock(mutex_);
    return steady_;
  }
  rules::ClockReading reading() const override {
    const std::scoped_lock lock(mutex_);
    return now_;
  }

  // Time passes on all clocks alike.
  void advance(Micros span) {
    const std::scoped_lock lock(mutex_);
    now_.wall += span;
    now_.boot += span;
    steady_ += span;
  }
  // The machine sleeps: CLOCK_MONOTONIC stands still meanwhile.
  void sleep(Micros span) {
    const std::scoped_lock lock(mutex_);
    now_.wall += span;
    now_.boot += span;
  }
  // Someone sets the wall clock, forwards or back. The kernel then no longer calls it synchronised.
  void step_wall(Micros by) {
    const std::scoped_lock lock(mutex_);
    now_.wall += by;
    now_.kernel_synchronised = false;
  }
  void set_kernel_synchronised(bool synchronised) {
    const std::scoped_lock lock(mutex_);
    now_.kernel_synchronised = synchronised;
  }
  // The machine starts anew after `off` without power.
  void reboot(Micros off) {
    const std::scoped_lock lock(mutex_);
    now_.wall += off;
    now_.boot = BootTime{};
    now_.kernel_synchronised = false;
    steady_ = SteadyTime{};
  }

 private:
  mutable std::mutex mutex_;
  rules::ClockReading now_;
  SteadyTime steady_{};
};

}  // namespace senja
