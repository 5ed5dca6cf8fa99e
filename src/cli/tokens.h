// Admin tokens on this side: where they come from, and that they are never shown.
#pragma once

#include <expected>
#include <string>

#include "cli/run.h"

namespace senja::cli {

// The token to send: --token-file's content, else --token's or SENJA_TOKEN's; empty: none. Else the exit code, the reason
// being on `err`.
std::expected<std::string, int> token_of(const Admin& admin, World& world);

// Whatever begins like a token and is as long becomes "senja_…".
std::string without_tokens(std::string text);

}  // namespace senja::cli
