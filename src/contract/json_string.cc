#include "contract/json_string.h"

#include <charconv>

#include "contract/utf8.h"

namespace senja::contract {

namespace {

char32_t unit_at(std::string_view inside, std::size_t at);
std::optional<char32_t> take_code_point(std::string_view inside, std::size_t& at);
char plain_escape(char letter);

}  // namespace

std::optional<std::string> unescape(std::string_view inside) {
  std::string text;
  text.reserve(inside.size());
  for (std::size_t at = 0; at < inside.size();) {
    const std::size_t next = std::min(inside.find('\\', at), inside.size());
    text.append(inside, at, next - at);
    at = next;
    if (at == inside.size()) break;
    if (inside[at + 1] != 'u') {
      text += plain_escape(inside[at + 1]);
      at += 2;
      continue;
    }
    const auto code_point = take_code_point(inside, at);
    if (!code_point) return std::nullopt;
    append_utf8(text, *code_point);
  }
  return text;
}

namespace {

// The four hex digits of the \uXXXX at `at`.
char32_t unit_at(std::string_view inside, std::size_t at) {
  std::uint32_t unit = 0;
  std::from_chars(inside.data() + at + 2, inside.data() + at + 6, unit, 16);
  return unit;
}

// One \uXXXX, or two that are a surrogate pair; `at` moves behind it.
std::optional<char32_t> take_code_point(std::string_view inside, std::size_t& at) {
  const char32_t high = unit_at(inside, at);
  at += 6;
  if (high < 0xD800 || high > 0xDFFF) return high;
  if (high > 0xDBFF || inside.substr(at, 2) != "\\u") return std::nullopt;
  const char32_t low = unit_at(inside, at);
  if (low < 0xDC00 || low > 0xDFFF) return std::nullopt;
  at += 6;
  return 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
}

char plain_escape(char letter) {
  switch (letter) {
    case 'b':
      return '\b';
    case 'f':
      return '\f';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    default:
      return letter;  // quote, backslash, slash
  }
}

}  // namespace

}  // namespace senja::contract
