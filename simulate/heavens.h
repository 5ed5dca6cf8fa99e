// Time in the simulation: the true time that senders live by, the gateway's clock that drifts and is stepped, and what
// an honest gateway may or must think of that clock.
#pragma once

#include <optional>

#include "clock/sim_clock.h"
#include "reference.h"

namespace senja::simulate {

class Heavens {
 public:
  const SimClock& clock() const { return clock_; }
  WallTime true_time() const { return WallTime{Micros{start} + since_boot()}; }
  // How far the gateway's clock is ahead of the true time.
  Micros error() const { return clock_.wall() - true_time(); }

  // Time passes. The gateway's clock is a little fast or slow, never so much that it looks like a step.
  void pass(Micros span, std::int64_t drift_ppm) {
    clock_.advance(span);
    clock_.step_wall(span * drift_ppm / 1'000'000);
  }
  // Someone sets the gateway's clock.
  void step(Micros by) {
    clock_.step_wall(by);
    must_doubt_ = !stepped_at_ && (by >= sure || by <= -sure);
    stepped_at_ = since_boot();
    noticed_at_.reset();
  }
  bool may_doubt() const { return stepped_at_.has_value(); }

  // The gateway reads its clock: at a commit, a lapse or a purge. A commit that fails early may not come to it, and its
  // minute of agreement then starts at a later one.
  enum class Reads : bool { perhaps, surely };
  Instant look(Reads reads = Reads::surely) {
    const Micros now = since_boot();
    if (reads == Reads::surely && stepped_at_ && !noticed_at_) noticed_at_ = now;
    if (noticed_at_ && now - *noticed_at_ > agreement + std::chrono::seconds{1}) trusted();
    const bool just_now = stepped_at_ && now - *stepped_at_ < agreement;
    return {clock_.wall(), may_doubt(), just_now && must_doubt_};
  }
  // Accepted by the operator.
  void trusted() {
    stepped_at_.reset();
    noticed_at_.reset();
    must_doubt_ = false;
  }
  // A process that starts has only the clock it finds.
  void restarted() { must_doubt_ = false; }

 private:
  static constexpr std::chrono::seconds start{1'700'000'000};
  static constexpr Micros agreement = std::chrono::seconds{60};
  static constexpr Micros sure = std::chrono::seconds{6};  // more than every margin here

  Micros since_boot() const { return clock_.reading().boot.time_since_epoch(); }

  SimClock clock_{WallTime{Micros{start}}};
  std::optional<Micros> stepped_at_, noticed_at_;
  bool must_doubt_ = false;
};

}  // namespace senja::simulate
