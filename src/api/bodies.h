// What operators send: JSON read into plain values. Unknown members are refused by name, so that a misspelt one is not
// taken for a wish that was not said.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "senja/model/ids.h"
#include "senja/model/time.h"

namespace senja::api {

// A sentence that names the member.
template <class Body>
using Sent = std::expected<Body, std::string>;

// {"state":"PENDING","version":1,"expires_at":"2026-11-30T14:05:00Z"}; expires_at must be there: null means never.
struct PutResource {
  State state;
  std::optional<std::int64_t> version;
  std::optional<WallTime> expires_at;
};
Sent<PutResource> read_put_resource(std::string_view body);

// {"reason":"…","new_expiry":"…"|"ignore_expiry":true,"may_have_applied":true}
struct Replay {
  std::string reason;
  std::optional<WallTime> new_expiry;
  bool ignore_expiry = false, may_have_applied = false;
};
Sent<Replay> read_replay(std::string_view body);

// {"reason":"…"}
struct AcceptClock {
  std::string reason;
};
Sent<AcceptClock> read_accept_clock(std::string_view body);

// "3", or "\"3\"" as ETag writes it.
std::optional<std::int64_t> read_revision(std::string_view if_match);

}  // namespace senja::api
