#include "store/sqlite/schema.h"

#include "store/sqlite/authorizer.h"

namespace senja::store::sqlite {

namespace {

// Locality decides speed: the history is append-only and is the ledger's hot part, resources are found by id but
// written by rowid, sealed generations of the ledger (senja_ledger_N, made by ledger.cc) are written in key order once.
constexpr const char* tables = R"sql(
CREATE TABLE senja_events (               -- every recorded outcome, in the order of the commits
  seq          INTEGER PRIMARY KEY,
  source       TEXT NOT NULL,
  event_id     TEXT NOT NULL CHECK (length(CAST(event_id AS BLOB)) BETWEEN 1 AND 255),
  code         TEXT NOT NULL,
  resource_id  TEXT,
  action       TEXT,
  version      INTEGER,
  received_at  INTEGER NOT NULL,          -- all times: microseconds since 1970, UTC
  decided_at   INTEGER NOT NULL,
  memory_until INTEGER NOT NULL,
  fingerprint  BLOB,
  body         BLOB NOT NULL,
  context      TEXT NOT NULL,
  letter       INTEGER                    -- the dead letter that this outcome replayed
) STRICT;

CREATE TABLE senja_generations (          -- sealed parts of the ledger, oldest first
  n            INTEGER PRIMARY KEY,
  last_seq     INTEGER NOT NULL,          -- the history up to here is sealed
  rows         INTEGER NOT NULL,
  memory_most  INTEGER NOT NULL,          -- by then nine in ten rows may be forgotten
  memory_max   INTEGER NOT NULL,          -- by then all
  filter       BLOB NOT NULL
) STRICT;

CREATE TABLE senja_generation_sources (   -- what dropping a generation does to each source's horizon
  n            INTEGER NOT NULL,
  source       TEXT NOT NULL,
  memory_max   INTEGER NOT NULL,
  PRIMARY KEY (n, source)
) STRICT, WITHOUT ROWID;

CREATE TABLE senja_ledger_kept (          -- rows that outlive their generation
  key          BLOB PRIMARY KEY,
  seq          INTEGER NOT NULL,
  source       TEXT NOT NULL,
  code         TEXT NOT NULL,
  fingerprint  BLOB,
  version      INTEGER,
  memory_until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX senja_ledger_kept_ends ON senja_ledger_kept (memory_until);

CREATE TABLE senja_horizons (             -- the latest memory_until forgotten, by source
  source       TEXT PRIMARY KEY,
  horizon      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE senja_repeats (              -- deliveries beyond the first, by history entry
  seq          INTEGER PRIMARY KEY,
  count        INTEGER NOT NULL,
  last_at      INTEGER NOT NULL
) STRICT;

CREATE TABLE senja_resources (
  rid          INTEGER PRIMARY KEY,
  id           TEXT NOT NULL UNIQUE CHECK (length(CAST(id AS BLOB)) BETWEEN 1 AND 255),
  state        TEXT NOT NULL CHECK (length(CAST(state AS BLOB)) <= 64),
  version      INTEGER NOT NULL CHECK (version >= 0),
  seen_version INTEGER NOT NULL CHECK (seen_version >= 0),
  revision     INTEGER NOT NULL CHECK (revision >= 0),
  expires_at   INTEGER,
  updated_at   INTEGER NOT NULL,
  placeholder  INTEGER NOT NULL CHECK (placeholder IN (0, 1))
) STRICT;

CREATE TABLE senja_skips (                -- strict order: numbers used up ahead of their turn
  rid          INTEGER NOT NULL,
  version      INTEGER NOT NULL,
  PRIMARY KEY (rid, version)
) STRICT, WITHOUT ROWID;

CREATE TABLE senja_waiting (              -- events that could not be judged yet
  place        INTEGER PRIMARY KEY,
  key          BLOB NOT NULL UNIQUE,
  source       TEXT NOT NULL,
  event_id     TEXT NOT NULL,
  cause        TEXT NOT NULL,
  resource_id  TEXT,
  version      INTEGER,
  first_at     INTEGER NOT NULL,
  last_at      INTEGER NOT NULL,
  abandon_at   INTEGER NOT NULL,
  count        INTEGER NOT NULL,
  received_at  INTEGER NOT NULL,
  body         BLOB,                      -- NULL: too large to keep
  context      TEXT NOT NULL
) STRICT;
CREATE INDEX senja_waiting_ends ON senja_waiting (abandon_at);

CREATE TABLE senja_dead_letters (
  n            INTEGER PRIMARY KEY AUTOINCREMENT,
  ident        BLOB NOT NULL UNIQUE,      -- of (source, event_id, cause): one letter each, counted
  source       TEXT NOT NULL,
  event_id     TEXT NOT NULL,
  cause        TEXT NOT NULL,
  count        INTEGER NOT NULL,
  first_at     INTEGER NOT NULL,
  last_at      INTEGER NOT NULL,
  may_have_applied INTEGER NOT NULL,
  resolved     INTEGER NOT NULL,
  detail       TEXT NOT NULL,
  received_at  INTEGER NOT NULL,
  body         BLOB,                      -- NULL: it was too large to keep; the letter can only be resolved
  context      TEXT NOT NULL
) STRICT;

CREATE TABLE senja_audit (                -- who changed what by hand, and why
  n            INTEGER PRIMARY KEY,
  at           INTEGER NOT NULL,
  who          TEXT NOT NULL,
  what         TEXT NOT NULL,
  target       TEXT NOT NULL,
  reason       TEXT NOT NULL
) STRICT;

CREATE TABLE senja_marks (                -- where upkeep stands
  name         TEXT PRIMARY KEY,
  value        INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
)sql";

}  // namespace

void configure_writer(Database& database, bool durable, std::size_t cache_kib) {
  database.run("PRAGMA journal_mode = WAL");
  database.run(durable ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = OFF");
  // Debian's build overwrites deleted content with zeros: twice the writes for nothing here.
  database.run("PRAGMA secure_delete = OFF");
  database.run("PRAGMA foreign_keys = ON");
  database.run("PRAGMA temp_store = MEMORY");
  database.run("PRAGMA mmap_size = 0");           // SQLite 3.40's log may be reset under a mapped reader
  database.run("PRAGMA wal_autocheckpoint = 0");  // the writer checkpoints itself, after the answers are out
  database.run("PRAGMA cache_size = -" + std::to_string(cache_kib));
  database.run("PRAGMA trusted_schema = OFF");
  sqlite3_busy_timeout(database.handle(), 2000);
}

void migrate(Database& database) {
  Statement version{database, "PRAGMA user_version"};
  version.row();
  const std::int64_t found = version.integer(0);
  version.reset();
  if (found == schema_version) return;
  if (found != 0)
    throw SqlFailure(SQLITE_ERROR, "the file has schema version " + std::to_string(found) + ", this program knows " +
                                       std::to_string(schema_version) + ": use the program that wrote it, or a newer one");
  database.run("BEGIN IMMEDIATE; " + std::string{tables} + " PRAGMA user_version = " + std::to_string(schema_version) +
               "; COMMIT");
}

std::string run_user_schema(Database& database, const std::string& sql, const std::string& name) {
  if (sql.empty()) return {};
  const Authorizer guard{database, Authorizer::For::schema};
  char* message = nullptr;
  std::string problem;
  if (sqlite3_exec(database.handle(), sql.c_str(), nullptr, nullptr, &message) != SQLITE_OK) {
    problem = name + ": " + (message ? message : "failed");
    if (guard.denied()) problem += " (" + *guard.denied() + ")";
  }
  sqlite3_free(message);
  if (problem.empty() && !database.in_transaction()) problem = name + ": must not end the transaction it runs in";
  return problem;
}

}  // namespace senja::store::sqlite
