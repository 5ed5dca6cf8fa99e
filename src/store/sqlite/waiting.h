// Events that could not be judged yet. Nothing is forgotten silently: whoever stays away too long becomes a dead letter.
// Who waits is also known in memory, so that an event that does not wait costs no read.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "senja/model/digest.h"
#include "senja/rules/facts.h"
#include "senja/rules/intent.h"
#include "store/sqlite/database.h"

namespace senja::store::sqlite {

struct Abandoned {
  std::int64_t place = 0;
  LedgerKey key;
  SourceName source;
  EventId event_id;
  Code cause = Code::gap;
  WallTime received_at;
  std::optional<std::string> body;
  std::string context;
};

// The writer's. Changes are staged until publish(). Throws SqlFailure.
class Waiting {
 public:
  explicit Waiting(Database& database);

  bool has(const LedgerKey& key) const { return rows_.contains(key); }
  rules::WaitingCounts counts(const rules::EventIntent& event) const;

  void note(const rules::EventIntent& event, Code cause, WallTime now);
  void clear(const LedgerKey& key);
  std::vector<Abandoned> abandoned(WallTime now, std::size_t most);

  std::size_t mark() const { return undo_.size(); }
  void unstage(std::size_t mark);  // back to the mark, newest first
  void publish() { undo_.clear(); }
  void discard() { unstage(0); }

 private:
  struct Row {
    std::int64_t place;
    std::string source;
    std::string resource;  // empty: none
  };
  void enter(const LedgerKey& key, Row row);
  void leave(const LedgerKey& key);

  Database& database_;
  Statement insert_, update_, delete_, abandoned_;
  std::unordered_map<LedgerKey, Row, DigestHash> rows_;
  std::unordered_map<std::string, std::size_t> by_source_, by_resource_;
  // What a rollback takes back: a row that entered (nullopt) or one that left.
  std::vector<std::pair<LedgerKey, std::optional<Row>>> undo_;
};

}  // namespace senja::store::sqlite
