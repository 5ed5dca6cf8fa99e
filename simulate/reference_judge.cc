// The order of judgement, first match wins, in the reference's own words.
#include <algorithm>

#include "reference.h"
#include "terms.h"

namespace senja::simulate {

Reference::Due Reference::judge(const Told& told, const rules::Policy& policy, WallTime now, bool with_memory,
                                Asked asked) const {
  const rules::TimePolicy& time = policy.time;
  if (with_memory)
    if (const auto known = records.find(key_of(told, policy)); known != records.end()) {
      if (known->second.body == told.body()) return {known->second.code, true, known->second.version};
      return {Code::reused_id};
    }
  const rules::Transition* rule = rule_of(told, policy);
  if (policy.reads_action && !rule && !has_effects(told, policy))
    return {policy.unknown_action == rules::UnknownAction::refuse ? Code::rejected : Code::ignored};

  if (told.expires_at) {
    const Micros doubt = time.in_doubt == rules::InDoubt::apply ? time.margin : -time.margin;
    if (now - *told.expires_at > doubt) return {Code::expired};
  }
  if (told.issued_at - now > time.margin) return {Code::future};
  if (asked == Asked::event && time.max_age && now - told.issued_at > *time.max_age + time.margin) return {Code::too_old};

  if (rule) {
    const Due order = judge_order(told, policy, *rule, now, asked);
    if (order.code != Code::applied) return order;
    if (has_effects(told, policy))
      if (const auto failure = effects_say(told)) return {*failure};
    return order;
  }
  return {effects_say(told).value_or(Code::applied)};
}

Reference::Due Reference::judge_order(const Told& told, const rules::Policy& policy, const rules::Transition& rule,
                                      WallTime now, Asked asked) const {
  const auto found = resources.find(told.resource);
  const ReferenceResource now_there =
      found == resources.end() ? ReferenceResource{"", 0, 0, 0, {}, true, {}} : found->second;
  if (now_there.placeholder && !rule.create) return {Code::unknown_resource};

  std::int64_t behind = now_there.version;  // the number that the event must be beyond
  const bool own_number = asked == Asked::replay_of_used_number;
  if (policy.version != rules::VersionMeans::expected && !own_number) behind = std::max(behind, now_there.seen);
  switch (policy.version) {
    case rules::VersionMeans::none:
      break;
    case rules::VersionMeans::expected:
      if (told.version < behind) return {Code::stale};
      break;
    case rules::VersionMeans::strict:
      if (!own_number && now_there.skipped.contains(told.version)) return {Code::stale};
      [[fallthrough]];
    case rules::VersionMeans::latest:
      if (told.version <= behind) return {Code::stale};
      break;
  }
  if (!now_there.placeholder && now_there.sunset && *now_there.sunset <= now) return {Code::sunset};
  if (policy.version == rules::VersionMeans::expected && told.version > behind) return {Code::gap};
  if (policy.version == rules::VersionMeans::strict && told.version > std::max(now_there.version, now_there.seen) + 1)
    return {Code::gap};
  if (!now_there.placeholder && std::ranges::count(rule.from, State{now_there.state}) == 0) return {Code::conflict_state};
  return {Code::applied, false, policy.version == rules::VersionMeans::expected ? told.version + 1 : told.version};
}

bool Reference::in_the_dark(const Told& told, const rules::Policy& policy) const {
  const auto known = records.find(key_of(told, policy));
  return known == records.end() ? behind_horizon(told, policy) : known->second.forgettable;
}

// Never seen before, but as old as what a purge may have forgotten.
bool Reference::behind_horizon(const Told& told, const rules::Policy& policy) const {
  const auto horizon = horizons_.find(policy.source.text);
  if (horizon == horizons_.end() || records.contains(key_of(told, policy))) return false;
  const rules::TimePolicy& time = policy.time;
  const WallTime end = told.expires_at ? plus(*told.expires_at, time.margin + time.grace)
                                       : plus(told.issued_at - time.margin, time.remember_for.value_or(Micros::max()));
  return end <= horizon->second;
}

}  // namespace senja::simulate
