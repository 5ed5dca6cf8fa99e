// event → intent: what a caller asks the store to decide. No clock, no row, no I/O.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "senja/model/digest.h"
#include "senja/model/event.h"
#include "senja/model/ids.h"
#include "senja/model/scalar.h"
#include "senja/model/time.h"
#include "senja/rules/policy.h"

namespace senja::rules {

struct EffectCall {
  const Effect* effect;                       // in the intent's policy
  std::vector<std::optional<Scalar>> values;  // one per Effect::binds; nullopt binds NULL
};

// An event to be judged. Made by intend() alone.
class EventIntent {
 public:
  std::shared_ptr<const Policy> policy;
  LedgerKey key;
  EventId event_id;
  std::optional<Fingerprint> fingerprint;
  std::optional<ResourceId> resource_id;
  std::optional<Action> action;
  std::optional<std::int64_t> version;
  std::optional<WallTime> issued_at, expires_at;
  WallTime received_at;
  bool has_rule = true;                    // a transition or an effect is for this action
  const Transition* transition = nullptr;  // in the policy
  std::vector<EffectCall> effects;         // in listed order
  KeptRequest kept;

 private:
  EventIntent() = default;
  friend EventIntent intend(Event event, std::shared_ptr<const Policy> policy);
};

EventIntent intend(Event event, std::shared_ptr<const Policy> policy);

// A signed request that is no event: to be dead-lettered, nothing else.
struct RejectIntent {
  std::shared_ptr<const Policy> policy;
  EventId event_id;  // the event's, or "sha256:<hex of the body>" where none could be read
  Violation violation;
  WallTime received_at;
  KeptRequest kept;
};

// Who asks for an audited change, and why.
struct Actor {
  std::string who, reason;
};

// A dead letter to be judged once more: its event as today's contract reads it, and what the operator adds.
struct ReplayIntent {
  EventIntent event;
  LetterId letter;
  std::optional<WallTime> new_expiry;
  bool ignore_expiry = false;
  bool may_have_applied = false;  // the operator accepts that it may have been applied before
  Actor actor;
};

// An operator's own write of a resource.
struct PutIntent {
  ResourceId resource_id;
  State state;
  std::optional<std::int64_t> version;   // default: 1 for a new one, unchanged for an existing one
  std::optional<WallTime> expires_at;    // nullopt: never
  std::optional<std::int64_t> if_match;  // revision; needed where the resource exists
  Actor actor;
};

using Intent = std::variant<EventIntent, RejectIntent, ReplayIntent, PutIntent>;

}  // namespace senja::rules
