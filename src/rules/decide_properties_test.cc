// decide() over everything that can be asked of it: total, and true to the invariants.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <limits>

#include "rules/test_words.h"
#include "senja/model/limits.h"
#include "senja/rules/answer.h"
#include "senja/rules/time_rules.h"

namespace senja::rules {
namespace {

constexpr int scenes_per_run = 25;
constexpr std::int64_t top = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t bottom = std::numeric_limits<std::int64_t>::min();

template <class T>
T any_of(std::initializer_list<T> values) {
  return *rc::gen::elementOf(std::vector<T>(values));
}
bool maybe() { return any_of({false, true}); }
std::optional<WallTime> any_time() {
  return any_of<std::optional<WallTime>>({std::nullopt, WallTime::min(), noon - 40 * day, noon - 1h, noon - 5s, noon - 1us,
                                          noon, noon + 5s, noon + 5s + 1us, noon + 2h, noon + 40 * day, WallTime::max()});
}
std::int64_t any_number() { return any_of<std::int64_t>({bottom, -1, 0, 1, 2, 3, 4, 5, 6, top - 1, top}); }

Policy any_policy() {
  using enum VersionMeans;
  Policy policy = a_policy(any_of({none, expected, strict, latest}));
  policy.reads_action = maybe();
  policy.unknown_action = maybe() ? UnknownAction::refuse : UnknownAction::ignore;
  policy.time.margin = any_of<Micros>({0s, 5s, 1h});
  policy.time.max_age = any_of<std::optional<Micros>>({std::nullopt, 10min, limits::config_time_max});
  policy.time.in_doubt = maybe() ? InDoubt::refuse : InDoubt::apply;
  policy.time.remember_for = any_of<std::optional<Micros>>({std::nullopt, 0s, 35 * day});
  policy.transitions[{"CLAIM"}].create = maybe();
  if (maybe()) policy.effects.emplace_back();
  if (maybe()) policy.effects.emplace_back().on_error = Effect::OnError::retry;
  return policy;
}

EventIntent any_event(const Policy& policy) {
  auto event = an_event();
  if (maybe()) event.on("r1");
  if (const auto action = any_of<std::string>({"", "CLAIM", "MOVE", "OPEN", "DANCE"}); !action.empty()) event.doing(action);
  if (maybe()) event.version(any_number());
  event.issued_at(any_time()).expires_at(any_time()).received_at(any_time().value_or(noon));
  event.saying(any_of<std::string>({"same", "other"}));
  if (maybe()) event.without_fingerprint();
  return event.intent(shared(policy));
}

Facts any_facts() {
  Facts facts = facts_at(any_time().value_or(noon));
  if (maybe()) facts.doubt = ClockDoubt{noon - 1h, noon + 1h};
  if (any_of({0, 0, 0, 1}) == 1)
    facts.record =
        Record{any_of({Code::applied, Code::expired, Code::stale}), fingerprint_of("same"), 3, any_time().value_or(noon)};
  if (any_of({0, 1, 1}) == 1) {
    Resource resource = a_resource(any_of<std::string>({"PENDING", "CLAIMED"}), std::max<std::int64_t>(0, any_number()));
    resource.placeholder = maybe();
    if (resource.placeholder)
      resource = {.version = 0, .seen_version = resource.version, .placeholder = true};
    else
      resource.seen_version = std::max(resource.version, any_number());
    resource.revision = resource.placeholder ? 0 : any_of<std::int64_t>({1, 2, top});
    resource.expires_at = any_time();
    for (const std::int64_t ahead : {2, 3, 5})
      if (maybe() && resource.seen_version < top - ahead) resource.skipped.push_back(resource.seen_version + ahead);
    facts.resource = resource;
  }
  facts.horizon = any_time();
  facts.waiting = maybe();
  facts.waiting_counts = {any_of<std::size_t>({0, 99, 100}), any_of<std::size_t>({0, 9'999, 10'000}), 0};
  using Failed = EffectFailure::Kind;
  if (maybe()) facts.effect_failure = EffectFailure{any_of({Failed::rows, Failed::constraint, Failed::passing}), 0, "why"};
  if (maybe())
    facts.letter =
        LetterFacts{any_of({Code::expired, Code::conflict_state, Code::too_old, Code::reused_id}), maybe(), maybe()};
  return facts;
}

void row_moves_forward(const Change& change, const Facts& facts) {
  if (!change.resource) return;
  const ResourceWrite& row = *change.resource;
  RC_ASSERT((row.kind == ResourceWrite::Kind::create) == !facts.resource.has_value());
  const Resource before = facts.resource.value_or(Resource{});
  RC_ASSERT(row.kind == ResourceWrite::Kind::create || row.expected_revision == before.revision);
  RC_ASSERT(row.revision >= before.revision);  // I5
  RC_ASSERT(row.seen_version >= before.seen_version);
  RC_ASSERT(row.version >= before.version || before.placeholder);
  RC_ASSERT(row.seen_version >= row.version);
  RC_ASSERT(!row.placeholder || (row.revision == 0 && row.state.text.empty()));
}

// I4: what is applied is in time at the decision instant, by every reading of a clock in doubt.
void in_time(const EventIntent& event, const Facts& facts) {
  const Now now{utc(facts.now), event.policy->time.margin};
  RC_ASSERT(!event.expires_at || !expired(*event.expires_at, now, event.policy->time.in_doubt));
  if (event.transition == nullptr || !facts.resource || facts.resource->placeholder) return;
  RC_ASSERT(!facts.resource->expires_at || !past_sunset(*facts.resource->expires_at, now));
}

RC_GTEST_PROP(DecideProperties, EveryEventHasAnAnswerThatKeepsTheInvariants, ()) {
  for (int scene = 0; scene < scenes_per_run; ++scene) {
    const EventIntent event = any_event(any_policy());
    const Facts facts = any_facts();
    const Change change = decide(event, facts);
    const OutcomeRow& kept = row(change.verdict.code);

    RC_ASSERT(kept.kind == Kind::final || kept.kind == Kind::retryable);
    if (change.verdict.replay) {
      RC_ASSERT(facts.record.has_value());
      RC_ASSERT(writes_nothing(change));
      continue;
    }
    RC_ASSERT(change.record.has_value() == kept.recorded);
    RC_ASSERT(change.letter.has_value() == kept.lettered);
    RC_ASSERT(!facts.record || change.verdict.code == Code::reused_id);
    if (kept.kind == Kind::retryable) {
      RC_ASSERT(writes_nothing(change));  // I3
      RC_ASSERT(change.verdict.retry_after >= 1s || change.verdict.retry_after == event.policy->retry_after);
    }
    RC_ASSERT((change.waiting == Change::Waiting::note) == kept.waits);
    RC_ASSERT(change.waiting != Change::Waiting::clear || (facts.waiting && kept.kind == Kind::final));
    RC_ASSERT(kept.kind != Kind::final || !facts.waiting || change.waiting == Change::Waiting::clear);
    RC_ASSERT(!change.run_effects || (change.verdict.code == Code::applied && !facts.effect_failure));
    RC_ASSERT(!change.skip || event.policy->version == VersionMeans::strict);
    RC_ASSERT(!change.resolve_letter);
    row_moves_forward(change, facts);
    if (change.verdict.code == Code::applied) in_time(event, facts);
    RC_ASSERT(!answer({event.policy, event.event_id, {}}, change.verdict).body.empty());
  }
}

RC_GTEST_PROP(DecideProperties, AReplayWritesOnlyIfItApplies, ()) {
  for (int scene = 0; scene < scenes_per_run; ++scene) {
    ReplayIntent replay{any_event(any_policy()), {"dl_1"}, any_time(), maybe(), maybe(), {}};
    const Facts facts = any_facts();
    const Change change = decide(replay, facts);
    RC_ASSERT(change.verdict.operator_call);
    const bool applied = change.verdict.code == Code::applied && change.verdict.refused == RefusedBecause::none;
    if (!applied) {
      RC_ASSERT(writes_nothing(change));
      continue;
    }
    RC_ASSERT(change.resolve_letter && change.record && !change.letter);
    RC_ASSERT(facts.letter && !facts.letter->resolved && facts.letter->cause != Code::reused_id);
    RC_ASSERT(!facts.record || facts.record->code != Code::applied);
    row_moves_forward(change, facts);
  }
}

RC_GTEST_PROP(DecideProperties, APutMovesForwardOrIsRefused, ()) {
  for (int scene = 0; scene < scenes_per_run; ++scene) {
    const auto number = [] { return maybe() ? std::optional{any_number()} : std::nullopt; };
    const PutIntent put{{"r1"}, {"PENDING"}, number(), any_time(), number(), {}};
    const Facts facts = any_facts();
    const Change change = decide(put, facts);
    RC_ASSERT(change.resource.has_value() == (change.verdict.refused == RefusedBecause::none));
    RC_ASSERT(!change.record && !change.letter && !change.run_effects);
    row_moves_forward(change, facts);
  }
}

// A number beyond the scale's end is never made, nor used up.
RC_GTEST_PROP(DecideProperties, NoEventPassesTheLastVersion, ()) {
  for (int scene = 0; scene < scenes_per_run; ++scene) {
    const EventIntent event = any_event(any_policy());
    Facts facts = any_facts();
    if (facts.resource && facts.resource->seen_version > limits::version_max) facts.resource.reset();
    const Change change = decide(event, facts);
    RC_ASSERT(!change.resource || change.resource->seen_version <= limits::version_max);
    RC_ASSERT(!change.skip || *change.skip <= limits::version_max);
  }
}

}  // namespace
}  // namespace senja::rules
