#include "contract/json_cursor.h"

#include <array>
#include <cstdint>

#include "contract/utf8.h"

namespace senja::contract {

namespace {

// Bytes that a string may hold as they are: ASCII but controls, the quote and the backslash.
constexpr auto plain_bytes = [] {
  std::array<bool, 256> plain{};
  for (std::size_t byte = 0x20; byte < 0x80; ++byte) plain[byte] = byte != '"' && byte != '\\';
  return plain;
}();

}  // namespace

bool JsonCursor::string(Spelling& spelling) {
  if (!take('"')) return unexpected();
  const char* const start = at_;
  for (;;) {
    while (at_ < end_ && plain_bytes[static_cast<std::uint8_t>(*at_)]) ++at_;
    if (at_ == end_) return unexpected();
    const auto byte = static_cast<std::uint8_t>(*at_);
    if (byte == '"') break;
    if (byte == '\\') {
      spelling.escaped = true;
      if (!escape()) return false;
    } else if (byte < 0x20) {
      return fail("a control byte in a text");
    } else {
      const std::size_t width = utf8_width(rest());
      if (width == 0) return fail("bytes that are not UTF-8");
      at_ += width;
    }
  }
  spelling.inside = since(start);
  ++at_;
  return true;
}

bool JsonCursor::number(bool& integer) {
  integer = true;
  take('-');
  if (!take('0') && !digits()) return unexpected();
  if (take('.')) {
    integer = false;
    if (!digits()) return unexpected();
  }
  if (take('e') || take('E')) {
    integer = false;
    if (!take('+')) take('-');
    if (!digits()) return unexpected();
  }
  return true;
}

bool JsonCursor::word(std::string_view word) {
  for (const char c : word)
    if (!take(c)) return unexpected();
  return true;
}

bool JsonCursor::escape() {
  ++at_;
  if (take('u')) {
    for (int i = 0; i < 4; ++i, ++at_) {
      const char c = peek();
      if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'))) return unexpected();
    }
    return true;
  }
  if (peek() == '\0' || std::string_view{"\"\\/bfnrt"}.find(*at_) == std::string_view::npos) return unexpected();
  ++at_;
  return true;
}

bool JsonCursor::digits() {
  const char* const start = at_;
  while (at_ < end_ && *at_ >= '0' && *at_ <= '9') ++at_;
  return at_ != start;
}

bool JsonCursor::fail(std::string_view problem) {
  error_ = {static_cast<std::size_t>(at_ - begin_), problem};
  return false;
}

}  // namespace senja::contract
