// Spans of time as people write them: one whole number and one unit. "500ms", "5s", "15m", "26h", "3d".
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "senja/model/time.h"

namespace senja::config {

// Up to limits::config_time_max. The error says what is wrong with the text.
std::expected<Micros, std::string> parse_duration(std::string_view text);

std::string format_duration(Micros span);  // the largest unit that holds it whole

}  // namespace senja::config
