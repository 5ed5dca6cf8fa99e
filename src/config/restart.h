// What a running process cannot change: its sockets, its threads, its database. A reload that asks for it is refused whole.
#pragma once

#include <vector>

#include "config/settings.h"

namespace senja::config {

// A problem for each key that differs, where it stands in `next`.
std::vector<Problem> needs_restart(const Settings& running, const Settings& next);

}  // namespace senja::config
