// examples/quickstart.toml and .sql, built into the program: the demo needs no source tree.
#pragma once

#include <string_view>

namespace senja::demo {

extern const std::string_view quickstart_toml;
extern const std::string_view quickstart_sql;

}  // namespace senja::demo
