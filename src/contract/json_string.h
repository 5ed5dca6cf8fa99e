// The inside of a JSON string, from its escaped spelling to UTF-8.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace senja::contract {

// `inside` is what stands between the quotes; its grammar has been checked. nullopt: a lone surrogate, which no UTF-8 can
// say.
std::optional<std::string> unescape(std::string_view inside);

}  // namespace senja::contract
