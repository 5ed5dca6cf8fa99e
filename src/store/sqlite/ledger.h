// The ledger: one record per (source, event_id), the truth about repeats.
//
// A record is born as a row of the append-only history; its key lives in memory while it is hot. When a generation is
// full it is sealed: its records are written once, in key order, into a table of their own, a slice with every commit,
// so that no writer ever waits for it. Sealed generations are only read, found through a filter in memory, and
// forgotten whole by dropping their table. Records that must outlive their generation are copied out first.
//
// Lookups go newest first: hot, sealing, sealed from new to old, kept. A replay thus overrides the record it replays by
// being appended.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "senja/model/digest.h"
#include "senja/model/event.h"
#include "senja/model/ids.h"
#include "senja/rules/facts.h"
#include "store/sqlite/database.h"
#include "store/sqlite/shelf.h"

namespace senja::store::sqlite {

struct Entry {
  std::int64_t seq = 0;  // in the history
  rules::Record record;
};

// What a new record writes into the history.
struct NewEntry {
  const SourceName& source;
  const EventId& event_id;
  const LedgerKey& key;
  rules::Record record;
  const std::optional<ResourceId>& resource_id;
  std::string_view action;
  WallTime received_at, decided_at;
  const KeptRequest& kept;
  std::optional<std::int64_t> letter;
};

// Owned by the writer. Its thread alone calls all but snapshot(), which any thread may.
class Ledger {
 public:
  Ledger(Database& database, std::size_t generation_rows);  // reads what is hot and the filters; throws SqlFailure

  std::optional<Entry> find(const LedgerKey& key);
  std::int64_t append(const NewEntry& entry);  // staged until publish(); returns its seq

  // Undo of the newest staged entries, back to a mark: their rows went with a savepoint.
  std::size_t mark() const { return staged_.size(); }
  void unstage(std::size_t mark) { staged_.resize(mark); }

  void seal_slice(std::size_t rows);  // part of a commit: moves up to `rows` records of the generation being sealed
  void publish();                     // the commit is durable
  void discard();                     // the transaction is gone

  std::optional<WallTime> horizon(const SourceName& source) const;

  // One bounded step of forgetting, in the caller's transaction; publish() or discard() end it.
  struct Forgot {
    std::size_t records = 0;
    bool more = false;
  };
  Forgot forget(WallTime now, std::size_t rows_max);

  // Where a reader on another connection finds a key.
  struct Snapshot {
    std::optional<Entry> hot;
    std::vector<std::int64_t> generations;  // newest first
  };
  Snapshot snapshot(const LedgerKey& key) const;
  std::int64_t sealed_to() const { return sealed_to_; }

 private:
  struct Hot {
    Entry entry;
    std::uint32_t source;  // index into names_
  };
  using HotMap = std::unordered_map<LedgerKey, Hot, DigestHash>;
  struct Staged {
    LedgerKey key;
    Hot hot;
  };
  struct Generation {
    std::int64_t n = 0;
    std::int64_t rows = 0;
    WallTime memory_most, memory_max;
    std::size_t column = 0;
    Shelf* shelf = nullptr;
  };
  struct Sealing {  // the generation being written
    std::int64_t n = 0;
    std::int64_t last_seq = 0;
    std::vector<LedgerKey> order;  // its keys, ascending
    std::size_t done = 0;
    Statement insert;
  };

  void load();
  void load_hot();
  std::uint32_t name_index(std::string_view source);
  void begin_sealing();
  void finish_sealing();
  Generation place_on_shelf(std::int64_t n);
  std::vector<std::int64_t> candidates(const LedgerKey& key) const;
  void raise_horizon(const std::string& source, WallTime to);
  std::optional<Entry> find_sealed(std::int64_t n, const LedgerKey& key);
  std::optional<Entry> find_kept(const LedgerKey& key);
  Forgot forget_oldest(WallTime now, std::size_t rows_max);
  Forgot forget_kept(WallTime now, std::size_t rows_max);

  Database& database_;
  std::size_t generation_rows_;
  Statement insert_event_, find_kept_;
  std::map<std::int64_t, Statement> find_sealed_;  // by generation, made at its first hit
  std::vector<std::string> names_;
  std::map<std::string, std::uint32_t, std::less<>> name_index_;
  std::vector<Staged> staged_;
  std::size_t sealing_done_committed_ = 0;
  bool sealing_began_ = false, sealing_ended_ = false;  // in the open transaction
  std::optional<std::int64_t> dropped_;                 // in the open transaction
  std::map<std::string, WallTime> horizons_, horizons_new_;
  bool kept_any_ = false;
  std::int64_t next_seq_ = 1;

  // Read by snapshot() too; the writer takes the lock only to change them.
  mutable std::mutex mutex_;
  HotMap hot_, sealing_map_;
  std::optional<Sealing> sealing_;
  std::vector<Generation> generations_;  // oldest first
  std::vector<std::unique_ptr<Shelf>> shelves_;
  std::int64_t sealed_to_ = 0;
};

}  // namespace senja::store::sqlite
