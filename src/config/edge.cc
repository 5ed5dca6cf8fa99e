#include <algorithm>

#include "config/parts.h"
#include "net/ip.h"

namespace senja::config {

namespace {

constexpr std::size_t proxies_max = 1'000;
constexpr std::int64_t per_peer_ceiling = 1'000'000;
// Of all connections, for one peer: enough for a provider's pools and for many clients behind one address, and it takes four
// such peers to shut out everyone else.
constexpr std::size_t share_of_one_peer = 4;

void read_ranges(Section& section, net::TrustedProxies& proxies);

}  // namespace

void read_edge(Section& section, const Surroundings& surroundings, Server& server) {
  server.connections_per_peer_max = std::max<std::size_t>(server.connections_max / share_of_one_peer, 1);
  if (const auto most = section.integer("connections_per_peer_max", 1, per_peer_ceiling))
    server.connections_per_peer_max = static_cast<std::size_t>(*most);

  using Header = net::TrustedProxies::Header;
  net::TrustedProxies& proxies = server.proxies;
  read_ranges(section, proxies);
  proxies.proxy_protocol = section.flag("proxy_protocol").value_or(false);
  proxies.header = section
                       .choice<Header>("forwarded", {{"none", Header::none},
                                                     {"forwarded", Header::forwarded},
                                                     {"x-forwarded-for", Header::x_forwarded_for}})
                       .value_or(Header::none);
  const bool nobody = section.texts("trusted_proxies").empty();
  const std::string missing = "needs trusted_proxies: anyone could claim to be anyone";
  if (nobody && proxies.proxy_protocol) section.problem("proxy_protocol", missing);
  if (nobody && proxies.header != Header::none) section.problem("forwarded", missing);
  if (!proxies.ranges.empty() && !proxies.proxy_protocol && proxies.header == Header::none)
    section.warning("trusted_proxies", "nothing is believed of them: set proxy_protocol or forwarded");

  server.tls = read_tls(section.table("tls"), surroundings);
  server.admin_tls = read_tls(section.table("admin_tls"), surroundings);
}

namespace {

void read_ranges(Section& section, net::TrustedProxies& proxies) {
  const auto texts = section.texts("trusted_proxies");
  if (texts.size() > proxies_max)
    return section.problem("trusted_proxies", "has more than " + std::to_string(proxies_max) + " ranges");
  proxies.ranges.reserve(texts.size());
  for (const std::string& text : texts) {
    const auto range = net::IpRange::parse(text);
    if (range)
      proxies.ranges.push_back(*range);
    else
      section.problem("trusted_proxies", range.error());
  }
  const auto everyone = [&](const char* any) { return proxies.trusts(*net::IpAddress::parse(any)); };
  // Documentation addresses (RFC 5737, 3849): no proxy has one, so who trusts them trusts all.
  if (everyone("192.0.2.1") || everyone("2001:db8::1"))
    section.warning("trusted_proxies", "anyone at all is among them, and can claim to be anyone");
}

}  // namespace

}  // namespace senja::config
