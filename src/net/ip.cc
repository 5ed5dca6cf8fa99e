#include "net/ip.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <charconv>
#include <cstring>

namespace senja::net {

namespace {

constexpr std::size_t v4_offset = 12;  // where the IPv4 address stands in its mapped form
constexpr unsigned v4_prefix_bits = 96;
constexpr std::array<std::uint8_t, v4_offset> v4_mapped{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

}  // namespace

std::optional<IpAddress> IpAddress::parse(std::string_view text) {
  constexpr std::size_t longest = INET6_ADDRSTRLEN;
  if (text.size() >= longest || text.find('\0') != text.npos) return std::nullopt;
  std::array<char, longest> terminated{};
  std::ranges::copy(text, terminated.begin());
  std::array<std::uint8_t, 4> v4{};
  if (::inet_pton(AF_INET, terminated.data(), v4.data()) == 1) return from_v4(v4);
  IpAddress address;
  if (::inet_pton(AF_INET6, terminated.data(), address.bytes_.data()) == 1) return address;
  return std::nullopt;
}

IpAddress IpAddress::of(const sockaddr_storage& socket_address) {
  if (socket_address.ss_family == AF_INET) {
    sockaddr_in v4{};
    std::memcpy(&v4, &socket_address, sizeof v4);
    std::array<std::uint8_t, 4> bytes{};
    std::memcpy(bytes.data(), &v4.sin_addr, bytes.size());
    return from_v4(bytes);
  }
  IpAddress address;
  if (socket_address.ss_family != AF_INET6) return address;
  sockaddr_in6 v6{};
  std::memcpy(&v6, &socket_address, sizeof v6);
  std::memcpy(address.bytes_.data(), &v6.sin6_addr, address.bytes_.size());
  return address;
}

IpAddress IpAddress::from_v4(const std::array<std::uint8_t, 4>& bytes) {
  IpAddress address;
  std::ranges::copy(v4_mapped, address.bytes_.begin());
  std::ranges::copy(bytes, address.bytes_.begin() + v4_offset);
  return address;
}

IpAddress IpAddress::from_v6(const std::array<std::uint8_t, 16>& bytes) {
  IpAddress address;
  address.bytes_ = bytes;
  return address;
}

bool IpAddress::is_v4() const { return std::equal(v4_mapped.begin(), v4_mapped.end(), bytes_.begin()); }

bool IpAddress::is_loopback() const {
  constexpr std::array<std::uint8_t, 16> one{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
  return is_v4() ? bytes_[v4_offset] == 127 : bytes_ == one;
}

std::string IpAddress::text() const {
  std::array<char, INET6_ADDRSTRLEN> out{};
  const bool v4 = is_v4();
  ::inet_ntop(v4 ? AF_INET : AF_INET6, bytes_.data() + (v4 ? v4_offset : 0), out.data(), out.size());
  return out.data();
}

std::expected<IpRange, std::string> IpRange::parse(std::string_view text) {
  const std::size_t slash = text.find('/');
  const auto address = IpAddress::parse(text.substr(0, slash));
  const std::string quoted = '"' + std::string{text} + '"';
  if (!address) return std::unexpected(quoted + " is no address range: write one like \"10.0.0.0/8\" or \"2001:db8::/32\"");
  // An IPv4 range counts its own 32 bits; "::ffff:0:0/96" is written in the other form and counts all.
  const bool v4 = text.substr(0, slash).find(':') == text.npos;
  const unsigned most = v4 ? 32 : 128;
  unsigned bits = most;
  if (slash != text.npos) {
    const std::string_view digits = text.substr(slash + 1);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), bits);
    if (error != std::errc{} || end != digits.data() + digits.size() || bits > most)
      return std::unexpected(quoted + ": the prefix must be a number from 0 to " + std::to_string(most));
  }
  const IpRange range{*address, v4 ? v4_prefix_bits + bits : bits};
  for (unsigned bit = range.prefix_bits_; bit < 128; ++bit)
    if ((address->bytes()[bit / 8] >> (7 - bit % 8) & 1) != 0)
      return std::unexpected(quoted + ": has bits set beyond its prefix");
  return range;
}

bool IpRange::contains(const IpAddress& address) const {
  const std::size_t whole = prefix_bits_ / 8;
  if (!std::equal(first_.bytes().begin(), first_.bytes().begin() + static_cast<std::ptrdiff_t>(whole),
                  address.bytes().begin()))
    return false;
  const unsigned rest = prefix_bits_ % 8;
  return rest == 0 || ((first_.bytes()[whole] ^ address.bytes()[whole]) >> (8 - rest)) == 0;
}

bool any_contains(const std::vector<IpRange>& ranges, const IpAddress& address) {
  return std::ranges::any_of(ranges, [&](const IpRange& range) { return range.contains(address); });
}

}  // namespace senja::net
