// What a contract cannot mean.
#pragma once

#include <optional>
#include <string>

#include "senja/contract/contract.h"

namespace senja::contract {

// The first problem, in a sentence that begins with the part it is about.
std::optional<std::string> problem_of(const Contract& contract);

}  // namespace senja::contract
