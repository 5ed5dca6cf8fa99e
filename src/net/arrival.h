// A connection that was let in, on its way to a context; and what is counted of all connections of a server.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "net/edge.h"
#include "net/ip.h"
#include "net/peer_counts.h"

namespace senja::net {

struct Arrival {
  int socket = -1;  // connected, never blocking; who holds the arrival owns it
  IpAddress peer{};
  std::shared_ptr<const Edge> edge{};  // as it was when the connection came
  PeerCounts::Place place{};           // a trusted proxy's has none
};

// Shared by the contexts of a server, and outlives them. Any thread.
struct Tally {
  std::atomic<std::uint64_t> accepted = 0, refused_full = 0, refused_per_peer = 0, tls_failed = 0, proxy_failed = 0;
  std::atomic<std::size_t> open = 0;
  PeerCounts peers;
};

}  // namespace senja::net
