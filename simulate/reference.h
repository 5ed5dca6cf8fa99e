// What must be true, in the plainest form: maps and ifs, written apart from rules/ and knowing nothing of it but the
// policy's data and the names of outcomes. It says what is due for each event, and objects by the invariant's number.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "senja/model/outcome.h"
#include "senja/rules/change.h"
#include "senja/rules/intent.h"
#include "senja/rules/policy.h"
#include "terms.h"
#include "told.h"

namespace senja::simulate {

struct Objection {
  std::string invariant;  // "I1" … "I9", or "reference" where no invariant but the order of judgement is broken
  std::string story;
};

// What is known of the gateway's clock when a batch commits.
struct Instant {
  WallTime now;
  bool may_doubt = false;   // it stepped not long ago: `clock` is an answer
  bool must_doubt = false;  // it stepped just now: no final time outcome is
};

struct ReferenceRecord {
  Code code;
  std::string body;
  std::optional<std::int64_t> version;
  WallTime memory_until;
  bool forgettable = false;  // a purge has run since its memory ended
  bool operator==(const ReferenceRecord&) const = default;
};
struct ReferenceResource {
  std::string state;
  std::int64_t version = 0, seen = 0, revision = 0;
  std::optional<WallTime> sunset;
  bool placeholder = false;
  std::set<std::int64_t> skipped;
  bool operator==(const ReferenceResource&) const = default;
};
struct ReferenceLetter {
  std::int64_t count = 0;
  bool resolved = false;
  bool operator==(const ReferenceLetter&) const = default;
};
struct ReferenceWaiting {
  Code cause;
  WallTime abandon_at;
  std::int64_t count = 0;
  bool operator==(const ReferenceWaiting&) const = default;
};

class Reference {
 public:
  // An event's verdict: objects to it, or takes it in.
  std::optional<Objection> settle(const Told& told, const rules::Policy& policy, Instant at, const rules::Verdict& seen);
  // An event that was decided while nobody could tell what: the reference goes on with what is due.
  void suppose(const Told& told, const rules::Policy& policy, Instant at);
  // A signed request that was no event; `event_id` as its letter names it.
  std::optional<Objection> settle_rejected(const EventKey& key, const rules::Verdict& seen);
  std::optional<Objection> settle_put(const rules::PutIntent& put, const rules::Verdict& seen);
  // A replay of the letter of `cause`, with the expiry as the operator has it. A refusal is taken as it comes; what was
  // applied must be due.
  std::optional<Objection> settle_replay(const Told& told, const rules::Policy& policy, Code cause,
                                         std::optional<WallTime> expires_at, Instant at, const rules::Verdict& seen);

  // Waiting events whose sender fell silent: how many a lapse at `now` ends, and that it did.
  std::size_t lapsing(WallTime now) const;
  void lapse(WallTime now);
  // A purge ran: what it may have forgotten.
  void purged(WallTime now);
  // Whether the gateway still knows of the event, or would take it for a forgotten one, cannot be told from here.
  bool in_the_dark(const Told& told, const rules::Policy& policy) const;

  std::map<EventKey, ReferenceRecord> records;
  std::map<std::string, ReferenceResource> resources;
  std::map<std::tuple<std::string, std::string, Code>, ReferenceLetter> letters;
  std::map<EventKey, ReferenceWaiting> waiting;
  std::map<std::string, std::int64_t> entries;  // rows that effects have written, by event id
  std::int64_t history = 0;                     // outcomes ever recorded
  std::set<EventKey> forgotten;                 // decided once, and surely without a record now
  bool operator==(const Reference&) const = default;

 private:
  struct Due {
    Code code;
    bool replay = false;
    std::optional<std::int64_t> version{};
  };
  // As it came, or once more for an operator: then its own earlier use of its number does not count against it.
  enum class Asked : std::uint8_t { event, replay, replay_of_used_number };
  Due judge(const Told& told, const rules::Policy& policy, WallTime now, bool with_memory, Asked asked) const;
  Due judge_order(const Told& told, const rules::Policy& policy, const rules::Transition& rule, WallTime now,
                  Asked asked) const;
  bool behind_horizon(const Told& told, const rules::Policy& policy) const;
  void write(const Told& told, const rules::Policy& policy, WallTime now, const Due& due);
  void use_up(const Told& told, const rules::Policy& policy, Code code);
  void take_effect(const Told& told, const rules::Policy& policy);
  void letter(const EventKey& key, Code cause);

  std::map<std::string, WallTime> horizons_;  // by source: no record that a purge has forgotten lasted longer
};

}  // namespace senja::simulate
