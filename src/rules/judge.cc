#include "rules/judge.h"

#include "senja/model/limits.h"
#include "senja/rules/time_rules.h"

namespace senja::rules {

namespace {

std::optional<Judgement> judge_rule(const EventIntent& event);
std::optional<Judgement> judge_effects(const EventIntent& event, const Facts& facts);
Judgement in_order(const EventIntent& event, const Facts& facts, const Terms& terms, Now now);
bool hangs_on_the_clock(const Judgement& found, const EventIntent& event, const Facts& facts, const Terms& terms);
Judgement clock_in_doubt(const Terms& terms, Now now);

}  // namespace

Judgement judge(const EventIntent& event, const Facts& facts, const Terms& terms) {
  const Now now = now_of(event, facts);
  Judgement found = in_order(event, facts, terms, now);
  return hangs_on_the_clock(found, event, facts, terms) ? clock_in_doubt(terms, now) : found;
}

namespace {

Judgement in_order(const EventIntent& event, const Facts& facts, const Terms& terms, Now now) {
  if (auto found = judge_rule(event)) return *found;
  if (auto found = judge_time(event, facts, terms, now)) return *found;
  if (event.transition != nullptr)
    if (auto found = judge_resource(event, facts, terms, now)) return *found;
  if (auto found = judge_effects(event, facts)) return *found;

  Judgement applied;
  if (event.transition != nullptr) {
    applied.resource = moved(event, facts.resource, terms);
    applied.version = applied.resource->version;
  }
  return applied;
}

std::optional<Judgement> judge_rule(const EventIntent& event) {
  const Policy& policy = *event.policy;
  if (policy.reads_action && !event.has_rule) {
    const std::string named =
        event.action ? "action \"" + event.action->text + "\"" : std::string{"an event without action"};
    const bool refuse = policy.unknown_action == UnknownAction::refuse;
    return Judgement{.code = refuse ? Code::rejected : Code::ignored, .detail = "no rule is for " + named};
  }
  // A transition judges a resource and, if the source has versions, a number. A contract that lets either be missing
  // is broken by the event that lacks it: never guessed, never "fresh".
  if (event.transition != nullptr && !event.resource_id)
    return Judgement{.code = Code::rejected, .detail = "a transition needs a resource_id"};
  if (event.transition != nullptr && policy.version != VersionMeans::none && !event.version)
    return Judgement{.code = Code::rejected, .detail = "a transition of this source needs a version"};
  return std::nullopt;
}

// The store ran the effects, undid them and says why.
std::optional<Judgement> judge_effects(const EventIntent& event, const Facts& facts) {
  if (!facts.effect_failure) return std::nullopt;
  const EffectFailure& failure = *facts.effect_failure;
  const std::string which = "effect " + std::to_string(failure.index + 1) + ": " + failure.detail;
  const bool once_more = failure.kind == EffectFailure::Kind::constraint && failure.index < event.effects.size() &&
                         event.effects[failure.index].effect->on_error == Effect::OnError::retry;
  if (failure.kind == EffectFailure::Kind::passing || once_more)
    return Judgement{.code = Code::effect, .detail = which, .retry_after = event.policy->retry_after};
  return Judgement{.code = failure.kind == EffectFailure::Kind::rows ? Code::conflict_rows : Code::conflict_effect,
                   .detail = which};
}

// While the clock has two readings, nothing is ended by time, and nothing is applied that one of them would end.
bool hangs_on_the_clock(const Judgement& found, const EventIntent& event, const Facts& facts, const Terms& terms) {
  if (!facts.doubt) return false;
  if (found.code == Code::expired || found.code == Code::too_old || found.code == Code::sunset) return true;
  if (found.code != Code::applied) return false;
  const auto in_between = [&doubt = *facts.doubt](WallTime at) { return doubt.low <= at && at <= doubt.high; };
  const TimePolicy& time = event.policy->time;
  if (terms.expires_at && in_between(last_moment(*terms.expires_at, time.margin, time.in_doubt))) return true;
  return event.transition != nullptr && exists(facts.resource) && facts.resource->expires_at &&
         in_between(*facts.resource->expires_at);
}

Judgement clock_in_doubt(const Terms& terms, Now now) {
  return {.code = Code::clock,
          .detail = "the clock stepped and is not confirmed yet",
          .time = TimeDetail{now.clock, terms.expires_at, now.margin,
                             terms.expires_at ? between(*terms.expires_at, now.clock) : Micros{}},
          .retry_after = limits::retry_after_default};
}

}  // namespace

}  // namespace senja::rules
