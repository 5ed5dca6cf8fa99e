// A value read from an event, exact: an integer is an int64, every other number keeps the text it was sent as.
#pragma once

#include <cstdint>
#include <string>
#include <variant>

namespace senja {

// A number that is not an int64 as written: 12.34, 1e2, 12.0, 9223372036854775808. Never rounded.
struct NumberText {
  std::string text;
  bool operator==(const NumberText&) const = default;
};

// null, boolean, int64, other number, text (UTF-8; may hold NUL).
using Scalar = std::variant<std::monostate, bool, std::int64_t, NumberText, std::string>;

}  // namespace senja
