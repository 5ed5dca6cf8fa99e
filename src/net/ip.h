// Addresses as numbers, and ranges of them. IPv4 is held as its IPv4-mapped IPv6 form (RFC 4291, 2.5.5.2), so that
// "10.0.0.1" and "::ffff:10.0.0.1" are one.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

struct sockaddr_storage;

namespace senja::net {

class IpAddress {
 public:
  IpAddress() = default;  // ::
  // "10.0.0.1", "2001:db8::1", "::ffff:10.0.0.1"; no zone, no brackets, no port, no short or octal forms.
  static std::optional<IpAddress> parse(std::string_view text);
  static IpAddress of(const sockaddr_storage& socket_address);  // AF_INET, AF_INET6; any other: ::
  static IpAddress from_v4(const std::array<std::uint8_t, 4>& bytes);
  static IpAddress from_v6(const std::array<std::uint8_t, 16>& bytes);

  bool is_v4() const;
  bool is_loopback() const;  // 127.0.0.0/8, ::1
  const std::array<std::uint8_t, 16>& bytes() const { return bytes_; }
  std::string text() const;
  auto operator<=>(const IpAddress&) const = default;

 private:
  std::array<std::uint8_t, 16> bytes_{};
};

// "10.0.0.0/8", "2001:db8::/32", or a single address. Bits beyond the prefix must be zero.
class IpRange {
 public:
  static std::expected<IpRange, std::string> parse(std::string_view text);
  bool contains(const IpAddress& address) const;

 private:
  IpRange(const IpAddress& first, unsigned prefix_bits) : first_(first), prefix_bits_(prefix_bits) {}
  IpAddress first_;
  unsigned prefix_bits_;  // of the 128
};

bool any_contains(const std::vector<IpRange>& ranges, const IpAddress& address);

}  // namespace senja::net
