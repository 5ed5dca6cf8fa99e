// Questions to a running server's admin listener.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "cli/run.h"

namespace senja::cli {

// The answer's body where the server said yes (2xx). Else the exit code, the reason being on `err`; with --json a refusal's
// body goes to `out` as it came.
std::expected<std::string, int> ask(const Admin& admin, World& world, net::ClientRequest request);
std::expected<std::string, int> get(const Admin& admin, World& world, std::string target);

std::string percent_encoded(std::string_view text);  // for one segment of a path, or a query's value

// "?source=…&limit=…&cursor=…", leaving out what is empty.
std::string query_of(const std::string& source, const Paging& paging, bool open = false);

}  // namespace senja::cli
