// Who is behind the proxies that are trusted: Forwarded (RFC 7239) or X-Forwarded-For, never both. Pure.
#pragma once

#include <cstddef>
#include <expected>
#include <string>

#include "net/edge.h"
#include "net/ip.h"
#include "senja/model/request.h"

namespace senja::net {

// Of one request, all fields of the name together.
inline constexpr std::size_t forwarded_elements_max = 32;

// The client of a request that came over a connection from `peer`. Each proxy adds the address that it saw on the right, so
// the list is walked from there over the trusted ones, and the first other one is the client; what stands further to the
// left is its own word and not looked at. Without the header, or where `peer` is not trusted, it is `peer` itself; where
// all are trusted, the leftmost.
// An error, for the request's sender, where the walk meets what is no address: what is decided by address must not fall
// back to the proxy's.
std::expected<IpAddress, std::string> forwarded_client(const Headers& headers, const IpAddress& peer,
                                                       const TrustedProxies& proxies);

}  // namespace senja::net
