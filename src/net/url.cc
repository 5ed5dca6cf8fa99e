#include <charconv>

#include "net/client.h"

namespace senja::net {

std::expected<Url, std::string> parse_url(std::string_view text) {
  constexpr std::string_view plain = "http://", secure = "https://";
  constexpr std::uint16_t secure_port = 443;
  Url url;
  url.secure = text.starts_with(secure);
  if (!url.secure && !text.starts_with(plain)) return std::unexpected("not a URL that starts with http:// or https://");
  if (url.secure) url.port = secure_port;
  text.remove_prefix(url.secure ? secure.size() : plain.size());

  const std::size_t end = std::min(text.find_first_of("/?#"), text.size());
  std::string_view authority = text.substr(0, end), rest = text.substr(end);
  rest = rest.substr(0, rest.find('#'));
  if (authority.find('@') != authority.npos) return std::unexpected("credentials do not belong into a URL");
  for (const unsigned char c : text)
    if (c <= ' ' || c == 0x7f) return std::unexpected("a space or control byte in the URL");

  std::string_view port;
  if (authority.starts_with('[')) {
    const std::size_t bracket = authority.find(']');
    if (bracket == authority.npos) return std::unexpected("an IPv6 address without its closing bracket");
    url.host = authority.substr(1, bracket - 1);
    port = authority.substr(bracket + 1);
  } else {
    const std::size_t colon = std::min(authority.find(':'), authority.size());
    url.host = authority.substr(0, colon);
    port = authority.substr(colon);
  }
  if (url.host.empty()) return std::unexpected("no host in the URL");
  if (!port.empty()) {
    const char* last = port.data() + port.size();
    const auto [at, error] = std::from_chars(port.data() + 1, last, url.port);
    if (port[0] != ':' || error != std::errc{} || at != last || url.port == 0)
      return std::unexpected("the port is not a number from 1 to 65535");
  }
  url.target = rest.starts_with('/') ? std::string(rest) : "/" + std::string(rest);
  return url;
}

std::string Url::authority() const {
  const bool six = host.find(':') != host.npos;
  return (six ? "[" + host + "]" : host) + ":" + std::to_string(port);
}

}  // namespace senja::net
