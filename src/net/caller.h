// Who sends: what is known of the other end of a connection, and of the request that came over it.
#pragma once

#include <string>
#include <vector>

#include "net/ip.h"

namespace senja::net {

// A client's certificate that the listener's authorities vouch for.
struct Certificate {
  std::string subject;             // its common name, for logs
  std::vector<std::string> names;  // the DNS names, URIs and e-mail addresses it is for; without any, its common name
};

struct Caller {
  IpAddress address{};                       // the client's: the connection's own, or what a trusted proxy says of it
  bool secure = false;                       // over TLS, as far as this listener sees
  const Certificate* certificate = nullptr;  // lives as long as the connection
  std::string request_id{};                  // 16 hex digits, unique: in the answer's x-request-id and in the log
};

}  // namespace senja::net
