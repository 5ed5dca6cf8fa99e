// Percent-encoding: %41 is A.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace senja::contract {

enum class Plus : std::uint8_t { itself, space };  // space: application/x-www-form-urlencoded

// nullopt: a '%' without two hex digits.
std::optional<std::string> percent_decoded(std::string_view encoded, Plus plus = Plus::itself);

}  // namespace senja::contract
