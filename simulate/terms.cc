#include "terms.h"

#include <algorithm>

namespace senja::simulate {

EventKey key_of(const Told& told, const rules::Policy& policy) { return {policy.source.text, told.id}; }

const rules::Transition* rule_of(const Told& told, const rules::Policy& policy) {
  const auto rule = policy.transitions.find(Action{told.action});
  return rule == policy.transitions.end() ? nullptr : &rule->second;
}

bool has_effects(const Told& told, const rules::Policy& policy) {
  return std::ranges::any_of(policy.effects, [&](const rules::Effect& each) {
    return each.on.empty() || std::ranges::count(each.on, Action{told.action}) > 0;
  });
}

std::optional<Code> effects_say(const Told& told) {
  if (told.amount >= 100) return Code::conflict_effect;
  if (told.user == "u6" || told.user == "u7") return Code::conflict_rows;
  if (told.user == "u8" || told.user == "u9") return Code::effect;
  return std::nullopt;
}

WallTime memory_until(const Told& told, const rules::TimePolicy& time, WallTime decided_at) {
  const WallTime came = std::max(told.received_at, decided_at);
  if (!told.expires_at) return plus(came, time.remember_for.value_or(Micros::max()));
  return plus(std::max(plus(*told.expires_at, time.margin), came), time.grace);
}

bool uses_number(rules::VersionMeans means, Code code) {
  const bool strict = means == rules::VersionMeans::strict;
  if (!strict && means != rules::VersionMeans::latest) return false;
  switch (code) {
    case Code::expired:
    case Code::sunset:
    case Code::conflict_state:
    case Code::conflict_rows:
    case Code::conflict_effect:
      return true;
    case Code::ignored:
    case Code::too_old:
      return strict;
    default:
      return false;
  }
}

}  // namespace senja::simulate
