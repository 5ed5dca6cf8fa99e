#include "senja/signature/encode.h"

#include <array>

namespace senja::signature {

namespace {

constexpr std::string_view hex_digits = "0123456789abcdef";
constexpr std::string_view base64_digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::span<const std::uint8_t> as_bytes(std::string_view text);
int hex_value(char c);
int base64_value(char c);

}  // namespace

std::size_t write_hex(std::span<const std::uint8_t> bytes, std::span<char> out) {
  std::size_t n = 0;
  for (const std::uint8_t byte : bytes) {
    out[n++] = hex_digits[byte >> 4];
    out[n++] = hex_digits[byte & 15];
  }
  return n;
}

std::size_t write_base64(std::span<const std::uint8_t> bytes, std::span<char> out) {
  std::size_t n = 0;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t left = bytes.size() - i;
    const std::uint32_t group = static_cast<std::uint32_t>(bytes[i]) << 16 |
                                static_cast<std::uint32_t>(left > 1 ? bytes[i + 1] : 0) << 8 |
                                static_cast<std::uint32_t>(left > 2 ? bytes[i + 2] : 0);
    out[n++] = base64_digits[group >> 18];
    out[n++] = base64_digits[group >> 12 & 63];
    out[n++] = left > 1 ? base64_digits[group >> 6 & 63] : '=';
    out[n++] = left > 2 ? base64_digits[group & 63] : '=';
  }
  return n;
}

std::string to_hex(std::string_view bytes) {
  std::string text(2 * bytes.size(), '\0');
  write_hex(as_bytes(bytes), text);
  return text;
}

std::string to_base64(std::string_view bytes) {
  std::string text((bytes.size() + 2) / 3 * 4, '\0');
  write_base64(as_bytes(bytes), text);
  return text;
}

std::optional<std::string> from_hex(std::string_view text) {
  if (text.size() % 2 != 0) return std::nullopt;
  std::string bytes;
  bytes.reserve(text.size() / 2);
  for (std::size_t i = 0; i < text.size(); i += 2) {
    const int high = hex_value(text[i]), low = hex_value(text[i + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    bytes += static_cast<char>(high << 4 | low);
  }
  return bytes;
}

std::optional<std::string> from_base64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  const std::size_t padding = text.ends_with("==") ? 2 : text.ends_with('=') ? 1 : 0;
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3);
  std::uint32_t group = 0;
  int bits = 0;
  for (const char c : text.substr(0, text.size() - padding)) {
    const int value = base64_value(c);
    if (value < 0) return std::nullopt;
    group = group << 6 | static_cast<std::uint32_t>(value);
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes += static_cast<char>(group >> bits & 0xff);
  }
  // Bits left over beside the padding must be zero, or one value would have several spellings.
  if ((group & ((1U << bits) - 1)) != 0) return std::nullopt;
  return bytes;
}

namespace {

std::span<const std::uint8_t> as_bytes(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

int base64_value(char c) {
  static constexpr auto values = [] {
    std::array<std::int8_t, 256> table{};
    table.fill(-1);
    for (std::size_t i = 0; i < base64_digits.size(); ++i)
      table[static_cast<unsigned char>(base64_digits[i])] = static_cast<std::int8_t>(i);
    return table;
  }();
  return values[static_cast<unsigned char>(c)];
}

}  // namespace

}  // namespace senja::signature
