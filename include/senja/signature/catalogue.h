// The schemes known by name. A new one is a row here, never code in the engine.
#pragma once

#include <span>
#include <string_view>

#include "senja/signature/scheme.h"

namespace senja::signature {

std::span<const SchemeRow> catalogue();
const SchemeRow* find_scheme(std::string_view name);  // nullptr: not known

}  // namespace senja::signature
