// The server's answers, as tables and fields for people, or as they came (--json).
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/run.h"

namespace senja::cli {

using Columns = std::vector<std::pair<std::string, std::string>>;  // heading, member of the JSON object

// Both return the exit code: `no` where the body is not what the API promises.
int show_list(const Admin& admin, World& world, const std::string& body, const Columns& columns, std::string_view nothing);
int show_one(const Admin& admin, World& world, const std::string& body, const Columns& fields);

}  // namespace senja::cli
