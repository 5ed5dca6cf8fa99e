// Which Probe the program runs with. `senja` has none; the test build `senja_faulty` reads SENJA_FAULT.
#pragma once

#include <memory>

#include "store/steps.h"

namespace senja::app {

std::unique_ptr<Probe> installed_probe();

}  // namespace senja::app
