#include <algorithm>
#include <utility>

#include "senja/rules/intent.h"

namespace senja::rules {

namespace {

bool is_for(const Effect& effect, const std::optional<Action>& action);
EffectCall call_of(const Effect& effect, const Event& event);

}  // namespace

EventIntent intend(Event event, std::shared_ptr<const Policy> policy) {
  EventIntent intent;
  if (event.action)
    if (const auto found = policy->transitions.find(*event.action); found != policy->transitions.end())
      intent.transition = &found->second;
  for (const Effect& effect : policy->effects)
    if (is_for(effect, event.action)) intent.effects.push_back(call_of(effect, event));
  intent.has_rule = intent.transition != nullptr || !intent.effects.empty();

  intent.key = ledger_key(policy->source, event.event_id);
  intent.event_id = std::move(event.event_id);
  intent.fingerprint = event.fingerprint;
  intent.resource_id = std::move(event.resource_id);
  intent.action = std::move(event.action);
  intent.version = event.version;
  intent.issued_at = event.issued_at;
  intent.expires_at = event.expires_at;
  intent.received_at = event.received_at;
  intent.kept = std::move(event.kept);
  intent.policy = std::move(policy);
  return intent;
}

namespace {

// An effect that names no action is for every event.
bool is_for(const Effect& effect, const std::optional<Action>& action) {
  return effect.on.empty() || (action && std::ranges::find(effect.on, *action) != effect.on.end());
}

EffectCall call_of(const Effect& effect, const Event& event) {
  EffectCall call{&effect, {}};
  call.values.reserve(effect.binds.size());
  for (const Bind& bind : effect.binds) call.values.push_back(event.picks.at(bind.pick));
  return call;
}

}  // namespace

}  // namespace senja::rules
