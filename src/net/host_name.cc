#include "net/host_name.h"

#include <algorithm>
#include <cstddef>

namespace senja::net {

namespace {

bool digit(char c) { return c >= '0' && c <= '9'; }
bool hexadecimal(char c) { return digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
bool letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool named(std::string_view name);
bool bracketed(std::string_view inside);
bool port_valid(std::string_view port);

}  // namespace

bool host_name_valid(std::string_view host) {
  if (host.empty()) return true;
  std::size_t host_end = host.find(':');
  if (host.starts_with('[')) {
    const std::size_t bracket = host.find(']');
    if (bracket == std::string_view::npos || !bracketed(host.substr(1, bracket - 1))) return false;
    host_end = bracket + 1;
  } else if (!named(host.substr(0, host_end))) {
    return false;
  }
  if (host_end >= host.size()) return true;
  return host[host_end] == ':' && port_valid(host.substr(host_end + 1));
}

namespace {

// unreserved / pct-encoded / sub-delims
bool named(std::string_view name) {
  constexpr std::string_view others = "-._~!$&'()*+;=";
  for (std::size_t at = 0; at < name.size(); ++at) {
    const char c = name[at];
    if (c == '%') {
      if (at + 2 >= name.size() || !hexadecimal(name[at + 1]) || !hexadecimal(name[at + 2])) return false;
    } else if (!letter(c) && !digit(c) && others.find(c) == std::string_view::npos) {
      return false;
    }
  }
  return !name.empty();
}

// The alphabet of IPv6 addresses. What it names is nobody's business here, as long as all readers end it at the same place.
bool bracketed(std::string_view inside) {
  return std::ranges::count(inside, ':') >= 2 &&
         std::ranges::all_of(inside, [](char c) { return hexadecimal(c) || c == ':' || c == '.'; });
}

bool port_valid(std::string_view port) {
  constexpr std::size_t digits_max = 5;
  constexpr int port_max = 65'535;
  if (port.size() > digits_max || !std::ranges::all_of(port, digit)) return false;
  int number = 0;
  for (const char c : port) number = number * 10 + (c - '0');
  return number <= port_max;
}

}  // namespace

}  // namespace senja::net
