// How long an event is remembered, and whether it may have been forgotten already.
#pragma once

#include <optional>

#include "senja/rules/facts.h"
#include "senja/rules/intent.h"

namespace senja::rules {

// When the record of an earlier delivery was forgotten at the earliest, as far as the event's own times tell.
// `forever`: never. nullopt: the event has no time to tell by.
std::optional<WallTime> earliest_end_of_memory(const EventIntent& event);

// An earlier record of the event may be gone. Without a time to tell by, anything may be once something was forgotten.
bool may_be_forgotten(const EventIntent& event, const std::optional<WallTime>& horizon);

}  // namespace senja::rules
