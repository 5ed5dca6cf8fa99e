#include "store/letter_id.h"

#include <algorithm>
#include <string_view>

namespace senja::store {

namespace {

constexpr std::string_view alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
constexpr std::string_view prefix = "dl_";
constexpr std::size_t time_digits = 10, number_digits = 16;  // 50 and 80 bits; the number uses 63 of them

std::string digits(std::uint64_t value, std::size_t count) {
  std::string text(count, '0');
  for (auto it = text.rbegin(); it != text.rend(); ++it, value >>= 5) *it = alphabet[value & 31];
  return text;
}

std::optional<std::uint64_t> value_of(std::string_view text) {
  std::uint64_t value = 0;
  for (const char c : text) {
    const auto digit = alphabet.find(c);
    if (digit == std::string_view::npos || value >> 59 != 0) return std::nullopt;
    value = value << 5 | digit;
  }
  return value;
}

std::int64_t milliseconds(WallTime at) { return at.time_since_epoch().count() / 1000; }

}  // namespace

LetterId letter_id(WallTime first_at, std::int64_t number) {
  return {std::string{prefix} + digits(static_cast<std::uint64_t>(milliseconds(first_at)), time_digits) +
          digits(static_cast<std::uint64_t>(number), number_digits)};
}

std::optional<LetterNumber> parse_letter_id(const LetterId& id) {
  const std::string_view text = id.text;
  if (text.size() != prefix.size() + time_digits + number_digits || !text.starts_with(prefix)) return std::nullopt;
  const auto time = value_of(text.substr(prefix.size(), time_digits));
  const auto number = value_of(text.substr(prefix.size() + time_digits));
  if (!time || !number || *number > INT64_MAX) return std::nullopt;
  return LetterNumber{static_cast<std::int64_t>(*number), static_cast<std::int64_t>(*time)};
}

}  // namespace senja::store
