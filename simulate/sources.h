// The sources of the simulated house: one of each meaning of version, with and without effects, expiry and resources.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "inbound/source.h"

namespace senja::simulate {

inline constexpr const char* source_secret = "a secret of thirty-two characters";

// claims    expected versions, strict answers, no effects; unknown actions are refused
// bookings  latest, transitions on three actions
// steps     strict, with effects; unknown actions use up their number
// credits   no resource, no expiry: effects alone, judged by age
std::vector<std::shared_ptr<const inbound::Source>> make_sources();

// The user's own tables: `entries` counts effects, one row each. Users u0…u7 exist, purses of u0…u5, u8 and u9; so an
// effect for u6 misses its row, one for u8 breaks a foreign key at the end of the event, an amount of 100 a check.
extern const char* const user_schema;

}  // namespace senja::simulate
