#include "store/sqlite/database.h"

namespace senja::store::sqlite {

Database Database::open(const std::string& path, Access access) {
  sqlite3* handle = nullptr;
  const int mode = access == Access::read_only ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  const int code = sqlite3_open_v2(path.c_str(), &handle, mode | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nullptr);
  Database database{handle};
  if (code != SQLITE_OK) throw SqlFailure(code, "cannot open " + path + ": " + sqlite3_errmsg(handle));
  return database;
}

void Database::run(const std::string& sql) {
  if (const int code = sqlite3_exec(handle(), sql.c_str(), nullptr, nullptr, nullptr); code != SQLITE_OK)
    fail(code, sql.substr(0, 80));
}

void Database::fail(int code, std::string_view doing) const {
  throw SqlFailure(code, std::string{sqlite3_errmsg(handle())} + " (" + std::string{sqlite3_errstr(code)} +
                             ") at: " + std::string{doing});
}

Statement::Statement(const Database& database, std::string_view sql) {
  sqlite3_stmt* handle = nullptr;
  const int code = sqlite3_prepare_v3(database.handle(), sql.data(), static_cast<int>(sql.size()), SQLITE_PREPARE_PERSISTENT,
                                      &handle, nullptr);
  handle_.reset(handle);
  if (code != SQLITE_OK) database.fail(code, sql);
}

Statement& Statement::bind(int at, std::int64_t value) {
  sqlite3_bind_int64(handle_.get(), at, value);
  return *this;
}

Statement& Statement::bind(int at, std::string_view text) {
  // A null pointer would bind NULL; an empty text is not that.
  sqlite3_bind_text64(handle_.get(), at, text.data() ? text.data() : "", text.size(), SQLITE_STATIC, SQLITE_UTF8);
  return *this;
}

Statement& Statement::bind(int at, std::span<const std::uint8_t> blob) {
  sqlite3_bind_blob64(handle_.get(), at, blob.data() ? static_cast<const void*>(blob.data()) : "", blob.size(),
                      SQLITE_STATIC);
  return *this;
}

Statement& Statement::bind_blob(int at, std::string_view bytes) {
  sqlite3_bind_blob64(handle_.get(), at, bytes.data() ? bytes.data() : "", bytes.size(), SQLITE_STATIC);
  return *this;
}

Statement& Statement::bind_null(int at) {
  sqlite3_bind_null(handle_.get(), at);
  return *this;
}

bool Statement::row() {
  const int code = sqlite3_step(handle_.get());
  if (code == SQLITE_ROW) return true;
  sqlite3* database = sqlite3_db_handle(handle_.get());
  if (code != SQLITE_DONE) {
    const std::string what = std::string{sqlite3_errmsg(database)} + " at: " + sqlite3_sql(handle_.get());
    sqlite3_reset(handle_.get());
    throw SqlFailure(code, what);
  }
  sqlite3_reset(handle_.get());
  return false;
}

void Statement::finish() {
  while (row()) {
  }
}

std::string_view Statement::text(int column) const {
  const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(handle_.get(), column));
  return {bytes ? bytes : "", static_cast<std::size_t>(sqlite3_column_bytes(handle_.get(), column))};
}

std::span<const std::uint8_t> Statement::blob(int column) const {
  const auto* bytes = static_cast<const std::uint8_t*>(sqlite3_column_blob(handle_.get(), column));
  return {bytes, bytes ? static_cast<std::size_t>(sqlite3_column_bytes(handle_.get(), column)) : 0};
}

std::optional<std::int64_t> Statement::maybe_integer(int column) const {
  return null(column) ? std::nullopt : std::optional{integer(column)};
}

std::optional<std::string> Statement::maybe_text(int column) const {
  return null(column) ? std::nullopt : std::optional{std::string{text(column)}};
}

}  // namespace senja::store::sqlite
