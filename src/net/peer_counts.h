// How many connections each peer has, so that one cannot take the places of all. One who holds an IPv6 /64 holds all of its
// addresses (RFC 4291, 2.5.4), so a /64 counts as one peer.
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

#include "net/ip.h"

namespace senja::net {

// Any thread. Outlives its places. Never larger than the number of open connections.
class PeerCounts {
 public:
  // One connection's place; given back when it is destroyed.
  class Place {
   public:
    Place() = default;
    Place(Place&& other) noexcept : counts_(std::exchange(other.counts_, nullptr)), peer_(other.peer_) {}
    Place& operator=(Place&& other) noexcept;
    ~Place();

   private:
    friend class PeerCounts;
    Place(PeerCounts& counts, const IpAddress& peer) : counts_(&counts), peer_(peer) {}
    PeerCounts* counts_ = nullptr;
    IpAddress peer_;
  };

  // nullopt: the peer has `most` already.
  std::optional<Place> take(const IpAddress& peer, std::size_t most);
  std::size_t peers() const;  // that have a place

 private:
  void leave(const IpAddress& peer);

  mutable std::mutex mutex_;
  std::map<IpAddress, std::size_t> counts_;  // ordered: strangers choose the keys, and no choice makes a tree slow
};

}  // namespace senja::net
