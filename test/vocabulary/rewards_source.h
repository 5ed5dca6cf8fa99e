// The quick-start's `rewards` source, small: what the tests of this room and the next send events to.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "inbound/source.h"
#include "senja/model/request.h"

namespace senja::testing {

std::shared_ptr<const inbound::Source> rewards_source(Answers answers = Answers::gentle);

struct Claim {
  std::string event_id = "e1", resource_id = "r1";
  std::int64_t version = 1;
  WallTime issued_at, expires_at;
};
std::string body_of(const Claim& claim);

// A signed POST /in/rewards.
RawRequest signed_request(std::string body, WallTime now);

}  // namespace senja::testing
