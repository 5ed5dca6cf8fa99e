#include "net/address.h"

#include <arpa/inet.h>

#include <charconv>

namespace senja::net {

namespace {

bool is_ipv4(const std::string& host) {
  in_addr address;
  return inet_pton(AF_INET, host.c_str(), &address) == 1;
}
bool is_ipv6(const std::string& host) {
  in6_addr address;
  return inet_pton(AF_INET6, host.c_str(), &address) == 1;
}

}  // namespace

std::expected<Address, std::string> parse_address(std::string_view text) {
  const auto wrong = [text](std::string_view why) {
    return std::unexpected("\"" + std::string{text} + "\" is no address to listen on: " + std::string{why});
  };
  const auto colon = text.rfind(':');
  if (colon == std::string_view::npos) return wrong("expected HOST:PORT");
  std::string_view host = text.substr(0, colon);
  const std::string_view digits = text.substr(colon + 1);

  Address address;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), address.port);
  if (error != std::errc{} || end != digits.data() + digits.size()) return wrong("the port must be 0 to 65535");

  if (host.starts_with('[') && host.ends_with(']')) {
    address.host = host.substr(1, host.size() - 2);
    if (!is_ipv6(address.host)) return wrong("what stands in brackets must be an IPv6 address");
    return address;
  }
  address.host = host.empty() ? "0.0.0.0" : host == "localhost" ? "127.0.0.1" : std::string{host};
  if (!is_ipv4(address.host)) return wrong("the host must be an IPv4 address, an IPv6 address in brackets, or localhost");
  return address;
}

bool Address::loopback() const { return host == "::1" || host.starts_with("127."); }

std::string Address::text() const {
  const bool v6 = host.find(':') != std::string::npos;
  return (v6 ? "[" + host + "]" : host) + ":" + std::to_string(port);
}

}  // namespace senja::net
