// The words of this room's tests: an instant, a policy, facts.
#pragma once

#include <memory>
#include <string>

#include "senja/rules/decide.h"
#include "vocabulary/event_builder.h"

namespace senja::rules {

using namespace std::chrono_literals;
using senja::testing::an_event;

inline constexpr WallTime noon{Micros{1'700'000'000'000'000}};
inline constexpr Micros day = 24h;

// CLAIM: PENDING → CLAIMED; OPEN makes a resource; MOVE leaves PENDING as it is. Time: margin 5 s, grace 3 d, 35 d.
inline Policy a_policy(VersionMeans means = VersionMeans::none) {
  Policy policy;
  policy.source = {"shop"};
  policy.reads_action = true;
  policy.version = means;
  policy.transitions[{"CLAIM"}] = Transition{{{"PENDING"}}, {"CLAIMED"}, false};
  policy.transitions[{"OPEN"}] = Transition{{}, {"PENDING"}, true};
  policy.transitions[{"MOVE"}] = Transition{{{"PENDING"}}, {"PENDING"}, false};
  return policy;
}
inline std::shared_ptr<const Policy> shared(Policy policy) { return std::make_shared<const Policy>(std::move(policy)); }

inline Resource a_resource(std::string state, std::int64_t version) {
  return {.state = {std::move(state)}, .version = version, .seen_version = version, .revision = 1};
}

inline Facts facts_at(WallTime now) {
  Facts facts;
  facts.now = StoreTime{now.time_since_epoch()};
  return facts;
}
inline Facts facts_with(Resource resource, WallTime now = noon) {
  Facts facts = facts_at(now);
  facts.resource = std::move(resource);
  return facts;
}

// Nothing of a resource, a number, a record, a letter or an effect.
inline bool writes_nothing(const Change& change) {
  return !change.record && !change.resource && !change.letter && !change.skip && !change.run_effects &&
         !change.resolve_letter;
}

}  // namespace senja::rules
