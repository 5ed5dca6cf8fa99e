// Signals as values: blocked in every thread, taken by the one that waits for them.
#pragma once

#include <csignal>
#include <optional>

#include "senja/model/time.h"

namespace senja::app {

// Made before the first other thread, so that all of them inherit the blocked set.
class Signals {
 public:
  Signals();  // SIGTERM, SIGINT, SIGHUP; SIGPIPE is ignored
  int wait() const;
  std::optional<int> wait_for(Micros span) const;

 private:
  sigset_t set_{};
};

}  // namespace senja::app
