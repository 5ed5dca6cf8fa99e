// What an event comes to, from its action on to its effects: the part of the order of judgement after the ledger. Events
// and replays are judged by these same lines.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "senja/model/outcome.h"
#include "senja/rules/change.h"
#include "senja/rules/facts.h"
#include "senja/rules/intent.h"

namespace senja::rules {

// How an event is to be judged: as it came, or as an operator has it judged once more.
struct Terms {
  std::optional<WallTime> expires_at;
  bool judge_age = true;           // a replay is old by nature
  bool number_is_its_own = false;  // the event used up its number earlier, without effect
};

struct Judgement {
  Code code = Code::applied;
  std::string detail{};                     // one sentence
  std::optional<TimeDetail> time{};         // time outcomes
  Micros retry_after{};                     // retryable outcomes
  std::optional<std::int64_t> version{};    // of the resource, where it was looked at
  std::optional<ResourceWrite> resource{};  // applied, where a transition applies
};

// First match wins.
Judgement judge(const EventIntent& event, const Facts& facts, const Terms& terms);

// The two longer stretches of it, each in its own file; nullopt: nothing stands against the event there.
std::optional<Judgement> judge_time(const EventIntent& event, const Facts& facts, const Terms& terms, Now now);
std::optional<Judgement> judge_resource(const EventIntent& event, const Facts& facts, const Terms& terms, Now now);

// The resource's row after the event's transition.
ResourceWrite moved(const EventIntent& event, const std::optional<Resource>& held, const Terms& terms);

// The next revision. It stops at the top of its scale, where no resource ever comes.
std::int64_t next_revision(std::int64_t revision);

inline Now now_of(const EventIntent& event, const Facts& facts) { return {utc(facts.now), event.policy->time.margin}; }
inline bool exists(const std::optional<Resource>& held) { return held && !held->placeholder; }

}  // namespace senja::rules
