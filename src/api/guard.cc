#include "api/guard.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string_view>

#include "api/problem.h"
#include "net/ip.h"

namespace senja::api {

namespace {

using Hosts = std::vector<std::string>;

bool is_ours(std::string_view authority, const Hosts& hosts);
bool is_page_of_ours(std::string_view origin, const Hosts& hosts);
std::optional<std::string> host_of(std::string_view authority);
bool is_port(std::string_view text);

}  // namespace

std::optional<net::Response> refuse_strangers(const Headers& headers, const Hosts& hosts) {
  for (std::size_t i = 0; i < headers.size(); ++i) {
    if (same_name(headers[i].name, "host") && !is_ours(headers[i].value, hosts))
      return problem(403, "forbidden", "Forbidden",
                     "the Host header must name this machine's loopback, the listener's own address or one of admin_hosts");
    if (same_name(headers[i].name, "origin") && !is_page_of_ours(headers[i].value, hosts))
      return problem(403, "forbidden", "Forbidden", "requests from another site's page are not taken");
  }
  return std::nullopt;
}

namespace {

bool is_ours(std::string_view authority, const Hosts& hosts) {
  const auto host = host_of(authority);
  if (!host) return false;
  const auto address = net::IpAddress::parse(*host);
  return host == "localhost" || (address && address->is_loopback()) || std::ranges::find(hosts, *host) != hosts.end();
}

bool is_page_of_ours(std::string_view origin, const Hosts& hosts) {
  for (const std::string_view scheme : {"http://", "https://"})
    if (origin.starts_with(scheme)) return is_ours(origin.substr(scheme.size()), hosts);
  return false;
}

// "localhost:8081", "127.0.0.1", "[::1]:8081", "Senja.internal" → the host alone, in the form of admin_hosts.
std::optional<std::string> host_of(std::string_view authority) {
  const bool bracketed = authority.starts_with('[');
  const std::size_t end = bracketed ? authority.find(']') : std::min(authority.find(':'), authority.size());
  if (end == authority.npos) return std::nullopt;
  const std::string_view written = bracketed ? authority.substr(1, end - 1) : authority.substr(0, end);
  const std::string_view port = authority.substr(bracketed ? end + 1 : end);
  if (!port.empty() && !is_port(port)) return std::nullopt;

  const auto address = net::IpAddress::parse(written);
  if (bracketed) return address && !address->is_v4() ? std::optional(address->text()) : std::nullopt;
  std::string host(written);
  std::ranges::transform(host, host.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
  return host;
}

bool is_port(std::string_view text) {
  std::uint16_t port = 0;
  const auto [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), port);
  return text.front() == ':' && error == std::errc{} && end == text.data() + text.size();
}

}  // namespace

}  // namespace senja::api
