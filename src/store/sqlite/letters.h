// Dead letters: one per (source, event_id, cause), with a count. Written in the commit of the outcome they tell of.
#pragma once

#include <optional>
#include <string>

#include "senja/model/event.h"
#include "senja/model/ids.h"
#include "senja/rules/facts.h"
#include "store/sqlite/database.h"

namespace senja::store::sqlite {

struct NewLetter {
  const SourceName& source;
  const EventId& event_id;
  Code cause;
  bool may_have_applied;
  std::string_view detail;
  WallTime received_at;
  const std::string* body;  // nullptr: too large to have been kept
  const std::string& context;
};

// The writer's. Throws SqlFailure.
class Letters {
 public:
  explicit Letters(Database& database);

  void write(const NewLetter& letter, WallTime now);
  std::optional<rules::LetterFacts> find(const LetterId& id);
  void resolve(const LetterId& id, WallTime now);

 private:
  Statement insert_, find_, resolve_;
};

}  // namespace senja::store::sqlite
