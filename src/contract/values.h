// One gathered value → one typed value of an event, exact or refused. The error says what was expected.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

#include "senja/contract/contract.h"
#include "senja/contract/json.h"
#include "senja/model/scalar.h"

namespace senja::contract {

template <class T>
using Read = std::expected<T, std::string>;

// nullptr stands for what is no single value: missing, a container, a broken text.
Read<std::string> read_id(const Scalar* value, std::size_t bytes_max);  // text, or an integer taken as its text
Read<std::string> read_word(const Scalar* value);                       // states and actions
Read<std::int64_t> read_version(const Scalar* value);
Read<WallTime> read_time(const Scalar* value, TimeUnit unit);
Read<Scalar> read_pick(const Scalar* value, Pick::Type type);  // null passes: it is a stated fallback

// The integer, number or boolean that a text from outside JSON spells; else the text itself.
Scalar spelled(std::string text, Pick::Type type);

// "missing", "text \"soon\"", "an object": for Violation::found.
std::string describe(const Found& found);

// At most 40 bytes, all printable: it goes into answers, letters and terminals.
std::string excerpt(std::string_view text);

}  // namespace senja::contract
