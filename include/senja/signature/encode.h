// Bytes as text: hex in lower case, and base64 with the standard alphabet and its padding (RFC 4648).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace senja::signature {

std::string to_hex(std::string_view bytes);
std::string to_base64(std::string_view bytes);

// Strict: every byte counts, and each value has one spelling (hex in either case). nullopt: anything else.
std::optional<std::string> from_hex(std::string_view text);
std::optional<std::string> from_base64(std::string_view text);

// The same into a buffer of the caller's, for paths that must not allocate. They return how many characters were written;
// `out` must hold 2 per byte, or 4 per 3 bytes begun.
std::size_t write_hex(std::span<const std::uint8_t> bytes, std::span<char> out);
std::size_t write_base64(std::span<const std::uint8_t> bytes, std::span<char> out);

}  // namespace senja::signature
