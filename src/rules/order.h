// Versions: whose turn it is, and which numbers are used up.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "senja/model/outcome.h"
#include "senja/rules/change.h"
#include "senja/rules/facts.h"
#include "senja/rules/policy.h"

namespace senja::rules {

enum class Turn : std::uint8_t { behind, next, ahead };

// Where a number stands to a resource. `used_by_itself`: the event used the number up earlier, without effect, and is
// judged once more: then only versions that were made count against it.
Turn turn_of(VersionMeans means, std::int64_t number, const Resource& resource, bool used_by_itself);

// `seen` and every number after it that was used up ahead of its turn.
std::int64_t advanced(std::int64_t seen, const std::vector<std::int64_t>& skipped);

// Does this outcome, applied or not, use up the event's number? Under `expected` only an applied event moves the version.
bool uses_number(VersionMeans means, Code code);

// What using up a number writes: the resource's row with seen_version moved on (a placeholder where there is none), and
// under strict a skip where the number is ahead of its turn.
struct NumberUse {
  std::optional<ResourceWrite> row;
  std::optional<std::int64_t> skip;
  bool full = false;  // the resource holds as many skips as it may: nothing can be written
};
NumberUse use_number(VersionMeans means, std::int64_t number, const std::optional<Resource>& held);

// The row as it stands, to be written with changes.
ResourceWrite row_of(const std::optional<Resource>& held);

}  // namespace senja::rules
