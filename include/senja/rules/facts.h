// What the store holds at the decision instant, read under the row's lock. Plain data: stores and tests fill it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "senja/model/digest.h"
#include "senja/model/ids.h"
#include "senja/model/outcome.h"
#include "senja/model/time.h"

namespace senja::rules {

// A ledger row: the truth about repeats.
struct Record {
  Code code = Code::undecided;
  std::optional<Fingerprint> fingerprint{};
  std::optional<std::int64_t> version{};  // of the resource, as reported when it was decided
  WallTime memory_until{};
};

struct Resource {
  State state{};
  std::int64_t version = 0;              // the sender's order
  std::int64_t seen_version = 0;         // highest number used up under `new`, applied or not
  std::int64_t revision = 0;             // every change
  std::optional<WallTime> expires_at{};  // its sunset
  bool placeholder = false;              // only holds numbers used up: the resource itself does not exist yet
  std::vector<std::int64_t> skipped{};   // strict: numbers used up ahead of seen_version, ascending
};

// The two readings of a clock that stepped: by itself, and as CLOCK_BOOTTIME says it should read.
struct ClockDoubt {
  WallTime low, high;  // low < high
};

struct WaitingCounts {
  std::size_t resource = 0, source = 0, all = 0;
};

// How an effect failed, when the store ran it.
struct EffectFailure {
  enum class Kind : std::uint8_t {
    rows,        // expect_rows was not met
    constraint,  // a constraint or type error: it can never pass
    passing      // lock, serialization, connection, foreign key, time-out
  } kind = Kind::passing;
  std::size_t index = 0;  // which effect call
  std::string detail;     // for the letter and the log
};

struct LetterFacts {
  Code cause = Code::expired;
  bool resolved = false;
  bool may_have_applied = false;
};

struct Facts {
  StoreTime now;  // the decision instant
  std::optional<ClockDoubt> doubt;
  std::optional<Record> record;
  std::optional<Resource> resource;  // read only where a transition applies, or a strict version may be used up
  std::optional<WallTime> horizon;   // the source's purge horizon: latest memory_until forgotten so far
  bool waiting = false;              // a waiting row of this event exists
  WaitingCounts waiting_counts;
  std::optional<EffectFailure> effect_failure;  // set on the second look, after the effects failed and were undone
  std::optional<LetterFacts> letter;            // replays
};

}  // namespace senja::rules
