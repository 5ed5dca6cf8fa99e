// What a decision writes, and what it answers. Only decide() makes a Change; a store writes it whole or not at all.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "senja/model/ids.h"
#include "senja/model/outcome.h"
#include "senja/model/time.h"

namespace senja::rules {

struct Facts;

// The ledger row and the history entry of a final outcome.
struct RecordWrite {
  std::optional<std::int64_t> version;
  WallTime memory_until;
};

// A resource's new row. The write repeats its condition: `expected_revision` in the WHERE, or "none there" for a creation.
struct ResourceWrite {
  enum class Kind : std::uint8_t { create, update } kind = Kind::update;
  std::int64_t expected_revision = 0;  // update
  State state;
  std::int64_t version = 0;
  std::int64_t seen_version = 0;  // skips at or below it have had their turn: the write drops them
  std::int64_t revision = 0;
  std::optional<WallTime> expires_at;
  bool placeholder = false;
  bool operator==(const ResourceWrite&) const = default;
};

struct LetterWrite {
  Code cause;
  bool may_have_applied = false;  // an earlier record of the event may have been forgotten
  std::string detail;
};

// What a time outcome shows: how late, by which clock and margin.
struct TimeDetail {
  WallTime now;
  std::optional<WallTime> expires_at;
  Micros margin{};
  Micros late{};  // now - expires_at (or beyond max_age); negative: early
};

// Why a replay or a PUT was not done. `none`: it was.
enum class RefusedBecause : std::uint8_t {
  none,
  no_letter,         // no such letter
  resolved,          // already replayed or resolved
  applied,           // the ledger says applied: never again
  cause,             // this cause cannot be replayed (reused_id, rejected)
  expiry_needed,     // expired: needs new_expiry or ignore_expiry
  may_have_applied,  // an earlier record may be gone: needs may_have_applied
  revision,          // If-Match is missing or names another revision
  version_behind,    // PUT would take the version back
};

// What the caller is told: kept small, it travels back to the I/O thread.
struct Verdict {
  Code code = Code::undecided;
  bool replay = false;                            // recorded earlier: a repeat
  bool operator_call = false;                     // a replay or PUT was asked for, not an event
  RefusedBecause refused = RefusedBecause::none;  // then `code` says nothing by itself
  bool created = false;                           // PUT made the resource
  std::optional<std::int64_t> version;
  std::optional<std::int64_t> revision;
  std::optional<TimeDetail> time;
  Micros retry_after{};  // retryable outcomes
  std::string detail;    // one sentence for people: which effect, which versions
};

class Change {
 public:
  Verdict verdict;
  std::optional<RecordWrite> record;
  std::optional<ResourceWrite> resource;
  std::optional<LetterWrite> letter;
  std::optional<std::int64_t> skip;  // strict: this number is used up, ahead of its turn
  bool run_effects = false;
  enum class Waiting : std::uint8_t { leave, note, clear } waiting = Waiting::leave;
  bool resolve_letter = false;  // the replayed letter has found its end

 private:
  Change() = default;
  friend class Decision;  // src/rules/decide.cc
};

}  // namespace senja::rules
