// The value of a Host field.
#pragma once

#include <string_view>

namespace senja::net {

// RFC 9112 3.2, RFC 3986 3.2.2: a name, an IPv4 address or an IPv6 address in brackets, with a port or without one; or
// nothing at all. Stricter than they are in that a comma belongs to no name: proxies join doubled fields with it.
bool host_name_valid(std::string_view host);

}  // namespace senja::net
