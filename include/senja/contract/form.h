// application/x-www-form-urlencoded: form bodies and queries.
#pragma once

#include <string_view>

#include "senja/contract/json.h"

namespace senja::contract {

// The field `name` of `a=1&b=two+words`: its decoded text (scalar), or missing; doubled where it occurs twice, however
// its name is spelled; bad_text where its percent-encoding or its UTF-8 is broken. Other fields may hold anything.
// `raw` is the encoded value and lives as long as `encoded`.
Found find_form_field(std::string_view encoded, std::string_view name);

}  // namespace senja::contract
