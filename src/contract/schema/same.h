// Equality of JSON values as Draft 7 (4.2.3) has it: numbers by value, objects without regard to order.
#pragma once

#include <cstdint>

#include "contract/schema/judge.h"

namespace senja::contract::schema {

// Equal values have equal hashes. Both pay the judge for what they look at; without steps left the results mean nothing.
bool same(Value a, Value b, Judge& judge);
std::uint64_t hash(Value value, Judge& judge);

}  // namespace senja::contract::schema
