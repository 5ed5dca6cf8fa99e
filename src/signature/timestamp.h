// The timestamp of a signature: its one spelling, and its age.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "senja/model/time.h"
#include "senja/signature/scheme.h"

namespace senja::signature {

// Digits only, no leading zero, within the plausible event times of limits.h in this unit, which tells s from ms.
std::optional<std::int64_t> read_timestamp(std::string_view text, Unit unit);

std::int64_t floor_to(Unit unit, WallTime at);

struct Tolerance {
  std::optional<std::chrono::seconds> past, future;  // absent: not judged on that side
};
enum class Age : std::uint8_t { right, too_old, from_the_future };

Age judge_age(std::int64_t timestamp, Unit unit, WallTime received_at, const Tolerance& tolerance);

}  // namespace senja::signature
