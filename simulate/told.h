// One event as its sender meant it, and the request that carries it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "inbound/source.h"
#include "senja/model/request.h"

namespace senja::simulate {

struct Told {
  std::size_t source = 0;  // index into the house's sources
  std::string id, resource, action;
  std::int64_t version = 0;
  WallTime issued_at;
  std::optional<WallTime> expires_at;
  std::string user;
  std::int64_t amount = 0;
  WallTime received_at;  // of the latest delivery; not part of what is told

  std::string body() const;  // the exact bytes: equal bodies are the same event
};

// Signed the way the source's sender would, stamped as received at `received_at`.
RawRequest request_for(const inbound::Source& source, std::string body, WallTime received_at);

}  // namespace senja::simulate
