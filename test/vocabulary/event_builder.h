// Says an event in a line: an_event("e1").on("r1").doing("CLAIM").version(2).intent(policy)
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "senja/model/event.h"
#include "senja/rules/intent.h"

namespace senja::testing {

// Only the contract reader makes an Event, so a bare one goes through it and the fields are set afterwards: any value
// can be said, also those that no contract would let in.
class EventBuilder {
 public:
  explicit EventBuilder(std::string event_id) : event_id_(std::move(event_id)) {}

  EventBuilder& on(std::string resource_id);
  EventBuilder& doing(std::string action);
  EventBuilder& version(std::optional<std::int64_t> version);
  EventBuilder& issued_at(std::optional<WallTime> at);
  EventBuilder& expires_at(std::optional<WallTime> at);
  EventBuilder& received_at(WallTime at);
  EventBuilder& saying(std::string content);  // what the fingerprint covers
  EventBuilder& without_fingerprint();
  EventBuilder& pick(std::optional<Scalar> value);

  Event event() const;
  rules::EventIntent intent(std::shared_ptr<const rules::Policy> policy) const;

 private:
  std::string event_id_;
  std::optional<ResourceId> resource_id_;
  std::optional<Action> action_;
  std::optional<std::int64_t> version_;
  std::optional<WallTime> issued_at_, expires_at_;
  WallTime received_at_{std::chrono::seconds{1'700'000'000}};
  std::optional<std::string> content_ = "same";
  std::vector<std::optional<Scalar>> picks_;
};

inline EventBuilder an_event(std::string event_id = "e1") { return EventBuilder{std::move(event_id)}; }

}  // namespace senja::testing
