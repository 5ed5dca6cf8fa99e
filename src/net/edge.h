// What stands between a socket and its session: TLS, the proxies that are believed, and how many connections one peer may
// have. A value that may be swapped while the server runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "net/ip.h"

namespace senja::net {

class TlsContext;

// The peers whose word on their clients' addresses is taken. Whoever else says the same is not believed.
struct TrustedProxies {
  enum class Header : std::uint8_t { none, forwarded, x_forwarded_for };

  std::vector<IpRange> ranges{};
  bool proxy_protocol = false;   // they begin each connection with a PROXY header (net/proxy_protocol.h)
  Header header = Header::none;  // they name the client in each request (net/forwarded.h)

  bool trusts(const IpAddress& address) const { return any_contains(ranges, address); }
};

struct Edge {
  std::shared_ptr<const TlsContext> tls{};  // nullptr: plain HTTP
  TrustedProxies proxies{};
  // Of one address, or of one IPv6 /64; proxies are not counted. Beyond it, new ones are closed at once.
  std::size_t connections_per_peer_max = std::numeric_limits<std::size_t>::max();
};

}  // namespace senja::net
