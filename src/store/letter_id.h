// A dead letter's public id: "dl_" and 26 characters of Crockford's base 32, time-ordered: 48 bits of milliseconds, then
// the row's number. The number is read back from it, so no index of texts is needed.
#pragma once

#include <cstdint>
#include <optional>

#include "senja/model/ids.h"
#include "senja/model/time.h"

namespace senja::store {

LetterId letter_id(WallTime first_at, std::int64_t number);

struct LetterNumber {
  std::int64_t number = 0;
  std::int64_t first_ms = 0;  // must agree with the row's first_at
};
std::optional<LetterNumber> parse_letter_id(const LetterId& id);

}  // namespace senja::store
