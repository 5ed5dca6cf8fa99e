// Senja's own tables. The user's tables live beside them in the same file; the prefix `senja_` is ours.
#pragma once

#include <string>

#include "store/sqlite/database.h"

namespace senja::store::sqlite {

inline constexpr int schema_version = 1;

// Settings of the writing connection: durable, write-ahead log, foreign keys on, our own checkpoints.
void configure_writer(Database& database, bool durable, std::size_t cache_kib);

// Makes the tables or finds them at this version. Throws SqlFailure; a newer file is refused in words.
void migrate(Database& database);

// Runs the user's schema file in the open transaction, out of reach of our own tables. Returns what is wrong, or nothing.
std::string run_user_schema(Database& database, const std::string& sql, const std::string& name);

}  // namespace senja::store::sqlite
