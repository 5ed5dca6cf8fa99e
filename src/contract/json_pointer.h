// JSON Pointers (RFC 6901) over a tree.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "senja/contract/json_tree.h"

namespace senja::contract {

// Section 4: digits without leading zeros.
std::optional<std::size_t> array_index(std::string_view token);

std::optional<JsonTree::Value> at_tokens(JsonTree::Value root, const std::vector<std::string>& tokens);

// The pointer of a value from the root; "" is the root. A key's is that of its member.
std::string pointer_to(JsonTree::Value root, JsonTree::Value value);

// One step further: "/" and the token, escaped (section 3).
void append_token(std::string& pointer, std::string_view token);

}  // namespace senja::contract
