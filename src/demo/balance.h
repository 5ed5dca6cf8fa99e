// Looks into the database file itself, read-only and from outside, as `sqlite3 -readonly` does.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace senja::demo {

// The user's credit in the quick-start's own table; nullopt where there is no row (or no database to read).
std::optional<std::int64_t> balance_in(const std::string& database, const std::string& user);

}  // namespace senja::demo
