#include "net/proxy_protocol.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace senja::net {

namespace {

using namespace std::string_view_literals;

constexpr std::string_view line_start = "PROXY "sv;
constexpr std::string_view signature = "\r\n\r\n\0\r\nQUIT\n"sv;
constexpr std::size_t start_bytes = 16;              // signature, version and command, family, length
constexpr std::size_t v4_bytes = 12, v6_bytes = 36;  // two addresses and two ports
constexpr std::size_t kept_max = std::max(proxy_line_bytes_max, start_bytes + v6_bytes);

std::string_view word(std::string_view& rest);
bool is_port(std::string_view text);
std::optional<IpAddress> address_in(std::string_view text, bool v4);

}  // namespace

std::size_t ProxyHeader::feed(std::string_view bytes) {
  std::size_t used = 0;
  while (state_ == State::more && used < bytes.size()) {
    state_ = take(bytes[used]);
    ++used;
  }
  return used;
}

ProxyHeader::State ProxyHeader::take(char byte) {
  ++seen_;
  if (kept_.size() < kept_max) kept_ += byte;
  return kept_.front() == line_start.front() ? take_line() : take_binary();
}

ProxyHeader::State ProxyHeader::take_line() {
  if (seen_ <= line_start.size()) return line_start.starts_with(kept_) ? State::more : State::bad;
  if (kept_.back() == '\n') return read_line();
  return seen_ < proxy_line_bytes_max ? State::more : State::bad;
}

ProxyHeader::State ProxyHeader::take_binary() {
  if (seen_ <= signature.size()) return signature.starts_with(kept_) ? State::more : State::bad;
  if (seen_ == start_bytes && read_binary_start() == State::bad) return State::bad;
  if (seen_ < start_bytes || seen_ < length_) return State::more;
  return read_addresses();
}

// "PROXY TCP4 192.0.2.7 203.0.113.1 51234 443\r\n", "PROXY UNKNOWN …\r\n"
ProxyHeader::State ProxyHeader::read_line() {
  std::string_view rest = kept_;
  if (!rest.ends_with("\r\n")) return State::bad;
  rest.remove_suffix(2);
  rest.remove_prefix(line_start.size());
  if (rest.find_first_of("\r\n\0"sv) != rest.npos) return State::bad;
  const std::string_view family = word(rest);
  if (family == "UNKNOWN") return State::done;  // what follows is not to be looked at
  if (family != "TCP4" && family != "TCP6") return State::bad;
  const bool v4 = family == "TCP4";
  source_ = address_in(word(rest), v4);
  const auto target = address_in(word(rest), v4);
  const std::string_view source_port = word(rest);
  return source_ && target && is_port(source_port) && is_port(rest) ? State::done : State::bad;
}

ProxyHeader::State ProxyHeader::read_binary_start() {
  const auto byte = [this](std::size_t at) { return static_cast<std::uint8_t>(kept_[at]); };
  const unsigned version = byte(12) >> 4, command = byte(12) & 0xf;
  length_ = start_bytes + (std::size_t{byte(14)} << 8 | byte(15));
  return version == 2 && command <= 1 && length_ <= proxy_binary_bytes_max ? State::more : State::bad;
}

// The whole header is here: what of it names the client.
ProxyHeader::State ProxyHeader::read_addresses() {
  constexpr std::uint8_t local = 0x20, unspecified = 0x00, tcp_v4 = 0x11, tcp_v6 = 0x21;
  const auto command = static_cast<std::uint8_t>(kept_[12]), family = static_cast<std::uint8_t>(kept_[13]);
  if (command == local || family == unspecified) return State::done;
  const auto read = [this](auto& bytes) {
    std::ranges::transform(std::string_view{kept_}.substr(start_bytes, bytes.size()), bytes.begin(),
                           [](char c) { return static_cast<std::uint8_t>(c); });
    return bytes;
  };
  if (family == tcp_v4 && length_ >= start_bytes + v4_bytes) {
    std::array<std::uint8_t, 4> bytes{};
    source_ = IpAddress::from_v4(read(bytes));
  } else if (family == tcp_v6 && length_ >= start_bytes + v6_bytes) {
    std::array<std::uint8_t, 16> bytes{};
    source_ = IpAddress::from_v6(read(bytes));
  }
  return source_ ? State::done : State::bad;
}

namespace {

// Up to the next space, which is taken along.
std::string_view word(std::string_view& rest) {
  const std::size_t space = std::min(rest.find(' '), rest.size());
  const std::string_view found = rest.substr(0, space);
  rest.remove_prefix(std::min(space + 1, rest.size()));
  return found;
}

// Decimal without leading zeros.
bool is_port(std::string_view text) {
  std::uint16_t port = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  return error == std::errc{} && end == text.data() + text.size() && (text == "0" || text.front() != '0');
}

std::optional<IpAddress> address_in(std::string_view text, bool v4) {
  if (v4 == (text.find(':') != text.npos)) return std::nullopt;
  return IpAddress::parse(text);
}

}  // namespace

}  // namespace senja::net
