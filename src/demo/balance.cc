#include "demo/balance.h"

#include <sqlite3.h>

#include <memory>

namespace senja::demo {

std::optional<std::int64_t> balance_in(const std::string& database, const std::string& user) {
  constexpr int busy_timeout_ms = 1'000;
  constexpr const char* sql = "SELECT credit FROM balances WHERE user_id = ?1";

  sqlite3* opened = nullptr;
  const int status = sqlite3_open_v2(database.c_str(), &opened, SQLITE_OPEN_READONLY, nullptr);
  const std::unique_ptr<sqlite3, decltype(&sqlite3_close)> connection(opened, &sqlite3_close);
  if (status != SQLITE_OK) return std::nullopt;
  sqlite3_busy_timeout(opened, busy_timeout_ms);

  sqlite3_stmt* prepared = nullptr;
  if (sqlite3_prepare_v2(opened, sql, -1, &prepared, nullptr) != SQLITE_OK) return std::nullopt;
  const std::unique_ptr<sqlite3_stmt, decltype(&sqlite3_finalize)> statement(prepared, &sqlite3_finalize);
  sqlite3_bind_text(prepared, 1, user.c_str(), -1, SQLITE_STATIC);
  return sqlite3_step(prepared) == SQLITE_ROW ? std::optional<std::int64_t>(sqlite3_column_int64(prepared, 0))
                                              : std::nullopt;
}

}  // namespace senja::demo
