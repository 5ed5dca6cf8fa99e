// "127.0.0.1:8080", "[::1]:8080", "localhost:8080", ":8080" (every interface): numbers, never names to look up.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

namespace senja::net {

struct Address {
  std::string host;  // an IPv4 or IPv6 address
  std::uint16_t port = 0;
  bool operator==(const Address&) const = default;

  bool loopback() const;
  std::string text() const;
};

std::expected<Address, std::string> parse_address(std::string_view text);

}  // namespace senja::net
