// The small languages inside a scheme's fields: places, item shapes, the template of the signed bytes.
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "senja/signature/scheme.h"

namespace senja::signature {

template <class T>
using Parsed = std::expected<T, std::string>;  // or what is wrong with the text

// "header:A || header:B", "query:N", "form:N", "json:/p" or "/p". Spaces round the bars are free.
Parsed<std::vector<Place>> parse_places(std::string_view text);

// "v1={sig}", "t={timestamp}": one placeholder with literal text around it.
Parsed<ItemShape> parse_item(std::string_view text);

// "{id}.{timestamp}.{body}": literals and placeholders; "{header:N?}" may be missing.
Parsed<std::vector<Piece>> parse_template(std::string_view text);

}  // namespace senja::signature
