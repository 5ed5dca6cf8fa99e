// The bodies that the demo's senders send.
#pragma once

#include <cstdint>
#include <string>

#include "senja/model/time.h"

namespace senja::demo {

// A change of a resource, for the sources `rewards` and `bookings`.
struct ChangeBody {
  std::string event_id, resource_id, action;
  std::int64_t version = 1;
  WallTime issued_at, expires_at;
};
std::string body_of(const ChangeBody& change);

// A finished piece of work, for the source `ai-results`: credit for its user.
struct ResultBody {
  std::string event_id, user_id;
  std::int64_t amount = 25;
};
std::string body_of(const ResultBody& result);

}  // namespace senja::demo
