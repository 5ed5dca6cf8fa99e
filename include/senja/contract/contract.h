// The contract of a source: where the event's fields are, their types and units, which are required.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "senja/contract/json.h"
#include "senja/contract/place.h"
#include "senja/contract/schema.h"
#include "senja/contract/times.h"
#include "senja/model/ids.h"
#include "senja/model/scalar.h"
#include "senja/model/time.h"

namespace senja::contract {

struct TimeField {
  Place at;
  TimeUnit unit = TimeUnit::automatic;
};

// expires_at = from + plus, where the event itself does not say it. `from` must be the same on every redelivery. Where a
// rule applies, a missing `from` is refused unless expires_at has a default: no event lives for ever by leaving it out.
struct DerivedExpiry {
  TimeField from;
  Micros plus{};
};

// A value that effects or answers use. Numbered: Event::picks has the values in this order.
struct Pick {
  enum class Type : std::uint8_t { any, integer, number, text, boolean } type = Type::any;
  Place at;
  bool required = false;  // missing → 422; else the fallback, else no value
  std::optional<Scalar> fallback;
  std::vector<Action> on;  // only read for these actions; empty: always
};

struct Contract {
  Place event_id;
  bool event_id_from_scheme = false;  // the scheme names the id and the contract does not
  std::optional<Place> resource_id, action, version;
  std::optional<TimeField> issued_at, expires_at;
  std::map<std::string, DerivedExpiry> derived_expiry;  // by action; "" is every other action
  std::vector<std::string> required;                    // names of the fields above
  std::map<std::string, Scalar> defaults;               // a stated default per field name
  std::string resource_prefix;
  std::vector<Pick> picks;

  // What tells a repeat from another event under the same id: the body's bytes; all that this contract reads (so that a
  // changed contract makes other fingerprints); the chosen places; or nothing. Values count as they were sent.
  enum class Fingerprinting : std::uint8_t { body, contract, chosen, none } fingerprinting = Fingerprinting::body;
  std::vector<Place> fingerprint;  // chosen

  // What the whole body must fit besides, by action; "" is every other action, and events without one. Such a body is read
  // strictly throughout: no key twice in its object, no lone surrogate. It is no part of the fingerprint.
  std::map<std::string, std::shared_ptr<const Schema>> schemas;
};

}  // namespace senja::contract
