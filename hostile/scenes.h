// What is played: each scene is one kind of stranger, beside good requests.
#pragma once

#include <expected>
#include <string>

#include "clock/clock.h"
#include "options.h"
#include "table.h"

namespace senja::hostile {

// `name` is one of scene_names. The error: it could not be played.
std::expected<Table, std::string> play_scene(const std::string& name, const Options& options, const Clock& clock);

}  // namespace senja::hostile
