// SQLite in C++ clothes: connections, statements, and one exception for what a healthy disk never does.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

namespace senja::store::sqlite {

// The database itself failed: disk, memory, corruption, a lost transaction. Never leaves this folder.
class SqlFailure : public std::runtime_error {
 public:
  SqlFailure(int code, const std::string& what) : std::runtime_error(what), code_(code) {}
  int code() const { return code_ & 0xff; }
  int extended_code() const { return code_; }

 private:
  int code_;
};

enum class Access : std::uint8_t { read_write, read_only };

// One connection, one thread at a time (opened without SQLite's own mutex).
class Database {
 public:
  static Database open(const std::string& path, Access access);  // throws SqlFailure

  sqlite3* handle() const { return handle_.get(); }
  void run(const std::string& sql);  // one or more statements without results; throws
  bool in_transaction() const { return sqlite3_get_autocommit(handle()) == 0; }
  std::int64_t changes() const { return sqlite3_changes64(handle()); }
  std::int64_t last_rowid() const { return sqlite3_last_insert_rowid(handle()); }
  [[noreturn]] void fail(int code, std::string_view doing) const;

 private:
  struct Close {
    void operator()(sqlite3* handle) const { sqlite3_close_v2(handle); }
  };
  explicit Database(sqlite3* handle) : handle_(handle) {}
  std::unique_ptr<sqlite3, Close> handle_;
};

// A prepared statement. Bind by position from 1; text and blobs must outlive the step.
class Statement {
 public:
  Statement() = default;
  Statement(const Database& database, std::string_view sql);  // throws

  Statement& bind(int at, std::int64_t value);
  Statement& bind(int at, std::string_view text);
  Statement& bind(int at, std::span<const std::uint8_t> blob);
  Statement& bind_blob(int at, std::string_view bytes);
  Statement& bind_null(int at);
  template <class T>
  Statement& bind(int at, const std::optional<T>& value) {
    return value ? bind(at, *value) : bind_null(at);
  }

  bool row();     // steps; true: a row is there. At the end the statement is reset. Throws.
  void finish();  // steps through to the end. Throws.
  void reset() { sqlite3_reset(handle_.get()); }

  std::int64_t integer(int column) const { return sqlite3_column_int64(handle_.get(), column); }
  std::string_view text(int column) const;  // valid until the next step
  std::span<const std::uint8_t> blob(int column) const;
  bool null(int column) const { return sqlite3_column_type(handle_.get(), column) == SQLITE_NULL; }
  std::optional<std::int64_t> maybe_integer(int column) const;
  std::optional<std::string> maybe_text(int column) const;

  sqlite3_stmt* handle() const { return handle_.get(); }
  explicit operator bool() const { return handle_ != nullptr; }

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* handle) const { sqlite3_finalize(handle); }
  };
  std::unique_ptr<sqlite3_stmt, Finalize> handle_;
};

}  // namespace senja::store::sqlite
