#include "store/sqlite/authorizer.h"

#include <string_view>
#include <utility>

namespace senja::store::sqlite {

namespace {

bool ours(const char* table) {
  if (!table) return false;
  return sqlite3_strnicmp(table, "senja_", 6) == 0;
}

}  // namespace

Authorizer::Authorizer(const Database& database, For what) : handle_(database.handle()), for_(what) {
  sqlite3_set_authorizer(handle_, &judge, this);
}

Authorizer::~Authorizer() { sqlite3_set_authorizer(handle_, nullptr, nullptr); }

int Authorizer::deny(std::string why) {
  if (!denied_) denied_ = std::move(why);
  return SQLITE_DENY;
}

int Authorizer::judge(void* self, int action, const char* a, const char* b, const char*, const char*) {
  auto& guard = *static_cast<Authorizer*>(self);
  switch (action) {
    case SQLITE_SELECT:
    case SQLITE_RECURSIVE:
      return SQLITE_OK;
    case SQLITE_FUNCTION:
      return sqlite3_stricmp(b ? b : "", "load_extension") == 0 ? guard.deny("load_extension() is not allowed") : SQLITE_OK;
    case SQLITE_READ:
    case SQLITE_INSERT:
    case SQLITE_UPDATE:
    case SQLITE_DELETE:
      return ours(a) ? guard.deny(std::string{a} + " is Senja's own table") : SQLITE_OK;
    case SQLITE_ATTACH:
    case SQLITE_DETACH:
      return guard.deny("ATTACH and DETACH are not allowed");
    case SQLITE_PRAGMA:
      // DDL on a table with foreign keys asks for none; a PRAGMA in the text would change the gateway's connection.
      return guard.deny("PRAGMA is not allowed");
    case SQLITE_TRANSACTION:
    case SQLITE_SAVEPOINT:
      return guard.deny("transaction control is not allowed: the event's transaction is Senja's");
    default:
      if (guard.for_ == For::effect) return guard.deny("an effect is one SELECT, INSERT, UPDATE, DELETE or WITH");
      return ours(a) || ours(b) ? guard.deny("names beginning with senja_ are Senja's own") : SQLITE_OK;
  }
}

}  // namespace senja::store::sqlite
