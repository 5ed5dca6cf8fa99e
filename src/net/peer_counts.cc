#include "net/peer_counts.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace senja::net {

namespace {

IpAddress counted_as(const IpAddress& peer) {
  if (peer.is_v4()) return peer;
  constexpr std::ptrdiff_t network_bytes = 8;
  std::array<std::uint8_t, 16> bytes = peer.bytes();
  std::fill(bytes.begin() + network_bytes, bytes.end(), std::uint8_t{0});
  return IpAddress::from_v6(bytes);
}

}  // namespace

std::optional<PeerCounts::Place> PeerCounts::take(const IpAddress& peer, std::size_t most) {
  const IpAddress key = counted_as(peer);
  const std::scoped_lock lock(mutex_);
  const auto found = counts_.try_emplace(key, 0).first;
  if (found->second >= most) {
    if (found->second == 0) counts_.erase(found);
    return std::nullopt;
  }
  ++found->second;
  return Place{*this, key};
}

std::size_t PeerCounts::peers() const {
  const std::scoped_lock lock(mutex_);
  return counts_.size();
}

void PeerCounts::leave(const IpAddress& peer) {
  const std::scoped_lock lock(mutex_);
  const auto found = counts_.find(peer);
  --found->second;
  if (found->second == 0) counts_.erase(found);
}

PeerCounts::Place& PeerCounts::Place::operator=(Place&& other) noexcept {
  std::swap(counts_, other.counts_);
  std::swap(peer_, other.peer_);
  return *this;
}

PeerCounts::Place::~Place() {
  if (counts_ != nullptr) counts_->leave(peer_);
}

}  // namespace senja::net
