// Event times: integers in a declared unit, or RFC 3339 text with a zone. Refused, never wrapped or guessed.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "senja/model/scalar.h"
#include "senja/model/time.h"

namespace senja::contract {

// `automatic` tells plausible seconds from plausible milliseconds (2001-09-09 to 2286-11-20 in either unit).
enum class TimeUnit : std::uint8_t { s, ms, automatic };

// RFC 3339, section 5.6: a zone is required, 'T' and 'Z' in either case, ":60" is the next second, 24:00 is refused.
// Finer than microseconds is cut off. Years 0001 to 9999.
std::optional<WallTime> parse_rfc3339(std::string_view text);

// "2026-11-30T14:05:00.000Z": always UTC, always milliseconds (floored). What lies outside the years 0000 to 9999 is
// written as the nearest instant within them.
std::string format_rfc3339(WallTime at);

// A time as read by the contract: within limits::event_time_min..max. The error is what was expected.
std::expected<WallTime, std::string_view> read_time(const Scalar& value, TimeUnit unit);

}  // namespace senja::contract
