#include <algorithm>

#include "config/parts.h"
#include "net/address.h"
#include "net/ip.h"

namespace senja::config {

namespace {

constexpr std::size_t admin_hosts_max = 64;
constexpr std::size_t host_bytes_max = 253;  // RFC 1035, 2.3.4, without the last dot

std::optional<std::string> plain_host(std::string_view written);
bool is_every_address(std::string_view host);

}  // namespace

void read_admin_hosts(Section& section, Server& server) {
  const auto written = section.texts("admin_hosts");
  if (written.size() > admin_hosts_max)
    section.problem("admin_hosts", "holds more than " + std::to_string(admin_hosts_max) + " hosts");
  server.admin_hosts.reserve(written.size() + 1);
  for (const std::string& each : written) {
    if (auto host = plain_host(each))
      server.admin_hosts.push_back(std::move(*host));
    else
      section.problem("admin_hosts", "\"" + each + "\" is no host: write a name like \"senja.internal\" or an address, " +
                                         "without scheme, port and path");
  }
  // Nobody is asked by the name "every address".
  const auto address = net::parse_address(server.admin_listen);
  if (address && !is_every_address(address->host)) server.admin_hosts.push_back(plain_host(address->host).value());
}

void check_admin_listener(Section section, const Settings& settings) {
  const auto address = net::parse_address(settings.server.admin_listen);
  if (!address || address->loopback()) return;
  if (settings.tokens == nullptr)
    return section.problem("admin_listen",
                           "must be a loopback address: without a [[token]] only this machine may ask. Make one with "
                           "`senja token new`");
  if (settings.server.admin_tls == nullptr)
    if (settings.server.admin_tls == nullptr)
      section.warning("admin_listen",
                      "tokens and bodies cross the network in the clear: give [server.admin_tls] its certificate");
  if (is_every_address(address->host) && settings.server.admin_hosts.empty())
    section.warning("admin_listen", "requests by another name than the loopback's are refused until admin_hosts names it");
}

namespace {

// In the one form in which hosts are compared: an address as inet_ntop writes it, or a name in lower case.
std::optional<std::string> plain_host(std::string_view written) {
  const bool bracketed = written.starts_with('[') && written.ends_with(']');
  if (bracketed) written = written.substr(1, written.size() - 2);
  if (const auto address = net::IpAddress::parse(written)) return address->text();
  if (bracketed || written.empty() || written.size() > host_bytes_max) return std::nullopt;
  std::string name(written);
  std::ranges::transform(name, name.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
  const bool sound = name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-._") == name.npos;
  // A last part of digits alone is a misspelt address, never a name (RFC 3696, 2).
  const std::string_view last = std::string_view(name).substr(name.rfind('.') + 1);
  return sound && last.find_first_not_of("0123456789") != last.npos ? std::optional(name) : std::nullopt;
}

bool is_every_address(std::string_view host) {
  const auto address = plain_host(host);
  return address == "0.0.0.0" || address == "::";
}

}  // namespace

}  // namespace senja::config
