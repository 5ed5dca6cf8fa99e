// Keeps the user's SQL in its own tables: no transaction control, no ATTACH, no PRAGMA, nothing of `senja_*`.
#pragma once

#include <optional>
#include <string>

#include "store/sqlite/database.h"

namespace senja::store::sqlite {

// In force from construction to destruction, on statements prepared meanwhile.
class Authorizer {
 public:
  enum class For : std::uint8_t { schema, effect };
  Authorizer(const Database& database, For what);
  ~Authorizer();
  Authorizer(const Authorizer&) = delete;
  Authorizer& operator=(const Authorizer&) = delete;

  // What was refused first, in words.
  const std::optional<std::string>& denied() const { return denied_; }

 private:
  static int judge(void* self, int action, const char* a, const char* b, const char* schema, const char* trigger);
  int deny(std::string why);

  sqlite3* handle_;
  For for_;
  std::optional<std::string> denied_;
};

}  // namespace senja::store::sqlite
