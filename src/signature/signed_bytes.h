// Fills the template of the signed bytes. The parts are views: a MAC runs over them one by one and nothing is joined.
#pragma once

#include <expected>
#include <string_view>
#include <vector>

#include "senja/signature/scheme.h"
#include "signature/lookup.h"

namespace senja::signature {

// Appends to `parts`. The error is a static text: which value is missing, doubled, or cannot stand where it stands.
std::expected<void, std::string_view> fill(const Scheme& scheme, std::string_view timestamp, std::string_view id,
                                           Lookup& lookup, std::vector<std::string_view>& parts);

// The id may stand in the signed bytes: not empty, not too long, no control bytes, and no byte with which a neighbouring
// literal of the template begins or ends, or two different requests could make the same signed bytes.
bool id_fits(const Scheme& scheme, std::string_view id);

}  // namespace senja::signature
