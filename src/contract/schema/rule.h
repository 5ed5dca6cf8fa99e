// A compiled schema: rules, each a list of checks. Every check is one keyword.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "senja/contract/json_tree.h"

namespace senja::contract::schema {

using Value = JsonTree::Value;
using Kind = JsonTree::Kind;

// A set of kinds of values.
using Kinds = std::uint8_t;
constexpr Kinds only(Kind kind) { return static_cast<Kinds>(1U << static_cast<unsigned>(kind)); }
constexpr Kinds all_kinds = 0x3F;

class Judge;
struct Rule;

struct Check {
  Kinds kinds = all_kinds;                       // it is only asked of these; all others pass
  std::function<bool(Value, Judge&)> fits = {};  // false: Judge::refuse was told why. Empty: nothing is asked
  std::vector<const Rule*> in_place = {};        // rules that it asks of the same value
};

struct Rule {
  std::vector<Check> checks;
};

}  // namespace senja::contract::schema
