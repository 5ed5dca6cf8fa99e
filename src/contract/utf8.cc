#include "contract/utf8.h"

#include <cstdint>

namespace senja::contract {

namespace {

constexpr bool within(std::uint8_t byte, std::uint8_t low, std::uint8_t high) { return low <= byte && byte <= high; }

}  // namespace

// The table of RFC 3629, section 4: only the second byte's range depends on the first.
std::size_t utf8_width(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<std::uint8_t>(text[i]) : std::uint8_t{0}; };
  const auto tail = [&](std::size_t i) { return within(byte(i), 0x80, 0xBF); };
  if (text.empty()) return 0;
  const std::uint8_t first = byte(0);
  if (first < 0x80) return 1;
  if (within(first, 0xC2, 0xDF)) return tail(1) ? 2 : 0;
  if (within(first, 0xE0, 0xEF)) {
    const bool second = within(byte(1), first == 0xE0 ? 0xA0 : 0x80, first == 0xED ? 0x9F : 0xBF);
    return second && tail(2) ? 3 : 0;
  }
  if (within(first, 0xF0, 0xF4)) {
    const bool second = within(byte(1), first == 0xF0 ? 0x90 : 0x80, first == 0xF4 ? 0x8F : 0xBF);
    return second && tail(2) && tail(3) ? 4 : 0;
  }
  return 0;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t width = utf8_width(text);
    if (width == 0) return false;
    text.remove_prefix(width);
  }
  return true;
}

void append_utf8(std::string& text, char32_t code_point) {
  const auto tail = [&](unsigned shift) { text += static_cast<char>(0x80 | ((code_point >> shift) & 0x3F)); };
  if (code_point < 0x80) {
    text += static_cast<char>(code_point);
  } else if (code_point < 0x800) {
    text += static_cast<char>(0xC0 | (code_point >> 6));
    tail(0);
  } else if (code_point < 0x10000) {
    text += static_cast<char>(0xE0 | (code_point >> 12));
    tail(6);
    tail(0);
  } else {
    text += static_cast<char>(0xF0 | (code_point >> 18));
    tail(12);
    tail(6);
    tail(0);
  }
}

}  // namespace senja::contract
