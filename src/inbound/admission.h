// Who may knock at a source's entrance: judged from the head alone, in the order of SPEC 2.0, before a byte of the body is
// read and before anything is verified.
#pragma once

#include <optional>
#include <string>

#include "inbound/counts.h"
#include "inbound/source.h"
#include "net/message.h"

namespace senja::inbound {

struct Knock {
  const RawRequest& head;
  const net::Announced& body;
  const net::Caller& caller;
  SteadyTime at;
};

struct TurnedAway {
  Refusal why;
  net::Response response;
};

// Who is let in counts for the source's rate.
std::optional<TurnedAway> turn_away(const Source& source, RateLimit& rate, const Knock& knock);

net::Response not_allowed(std::string allow);

}  // namespace senja::inbound
