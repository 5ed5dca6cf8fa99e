// `senja serve`: owns the clock's users, the store and the sockets; everything else holds references.
#pragma once

#include <functional>

#include "cli/run.h"
#include "clock/clock.h"
#include "config/settings.h"
#include "store/steps.h"

namespace senja::app {

// Serves until SIGTERM or SIGINT, drains, and returns the exit code. SIGHUP loads the config anew. `clock` and `probe`
// outlive the call; production passes no probe.
int serve(const cli::Serving& serving, const Clock& clock, Probe* probe);

}  // namespace senja::app
