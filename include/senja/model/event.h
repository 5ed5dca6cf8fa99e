// An event as the contract reads it from a verified request. Only contract::read makes one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "senja/model/digest.h"
#include "senja/model/ids.h"
#include "senja/model/kept_request.h"
#include "senja/model/scalar.h"
#include "senja/model/verified.h"

namespace senja {

namespace contract {
class Reader;
}

class Event {
 public:
  EventId event_id;
  std::optional<ResourceId> resource_id;
  std::optional<Action> action;
  std::optional<std::int64_t> version;
  std::optional<WallTime> issued_at;
  std::optional<WallTime> expires_at;
  std::optional<Fingerprint> fingerprint;    // nullopt: `fingerprint = "none"`, every repeat is the same event
  std::vector<std::optional<Scalar>> picks;  // the values of contract::Contract::picks, in their order
  WallTime received_at;
  KeptRequest kept;

 private:
  friend class contract::Reader;
  Event() = default;
};

// Why a signed request is no event: 400 (not JSON) or 422 (the contract is broken), and where.
struct Violation {
  enum class Kind : std::uint8_t { not_json, contract } kind = Kind::contract;
  std::string where;     // "/expires_at", "header:webhook-id", "body"
  std::string expected;  // "an integer in seconds, or RFC 3339 text with a zone"
  std::string found;     // "missing", "text \"soon\""
  bool operator==(const Violation&) const = default;

  int status() const { return kind == Kind::not_json ? 400 : 422; }
  std::string message() const { return where + ": expected " + expected + ", found " + found; }
};

}  // namespace senja
