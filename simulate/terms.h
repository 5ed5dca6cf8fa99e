// What a source's policy says of an event, read afresh: shared by the reference's judgement and its bookkeeping.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "senja/model/outcome.h"
#include "senja/rules/policy.h"
#include "told.h"

namespace senja::simulate {

// (source, event_id)
using EventKey = std::pair<std::string, std::string>;

EventKey key_of(const Told& told, const rules::Policy& policy);
const rules::Transition* rule_of(const Told& told, const rules::Policy& policy);  // nullptr: none is for its action
bool has_effects(const Told& told, const rules::Policy& policy);
std::optional<Code> effects_say(const Told& told);  // how its effects fail on the user's tables (sources.h), if they do
WallTime memory_until(const Told& told, const rules::TimePolicy& time, WallTime decided_at);
bool uses_number(rules::VersionMeans means, Code code);  // although it was not applied

}  // namespace senja::simulate
