// A contract compiled for reading: each distinct place has a number, under which its value is gathered.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "senja/contract/contract.h"

namespace senja::contract {

// One value of the event, ready to be looked up and judged.
struct Field {
  std::string where;                    // for violations: the place as the config writes it, or the field's name
  std::optional<std::size_t> number;    // of its gathered value; nullopt: no place says it
  Pick::Type spells = Pick::Type::any;  // outside JSON: what a text may spell
  bool required = false;
  std::optional<Scalar> fallback;
};

struct ReadingPlan {
  Contract contract;

  // Gathered values: first those of the pointers, by their numbers, then the others in order, then the scheme's id.
  PointerSet pointers;
  std::vector<Place> others;
  std::vector<std::string> texts;  // by number: the place as the config writes it

  Field event_id;
  std::optional<Field> resource_id, action, version, issued_at, expires_at;
  std::map<std::string, Field> derived_from;  // by action, as Contract::derived_expiry
  std::vector<Field> picks;
  std::vector<std::size_t> fingerprint;  // numbers, in the order in which they count

  // What a later reading from the store will need of the head.
  std::vector<std::string> kept_headers;
  bool keeps_query = false;
};

// The contract has no problem (check.h).
ReadingPlan compile(Contract contract);

}  // namespace senja::contract
