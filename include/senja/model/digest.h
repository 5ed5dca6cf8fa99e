// Short digests: 16 bytes, the head of a SHA-256. Strangers choose ids, so nothing weaker will do.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "senja/model/ids.h"

namespace senja {

using Digest = std::array<std::uint8_t, 16>;

// The ledger's key of (source, event_id): SHA-256 over both, lengths first, cut to 16 bytes.
struct LedgerKey {
  Digest bytes{};
  auto operator<=>(const LedgerKey&) const = default;
};

// Tells two deliveries of one event id apart: same content or another.
struct Fingerprint {
  Digest bytes{};
  auto operator<=>(const Fingerprint&) const = default;
};

struct DigestHash {
  std::size_t operator()(const LedgerKey& key) const {
    std::size_t head = 0;
    std::memcpy(&head, key.bytes.data(), sizeof head);
    return head;
  }
};

LedgerKey ledger_key(const SourceName& source, const EventId& event_id);
Fingerprint fingerprint_of(std::string_view bytes);
std::string sha256_hex(std::string_view bytes);
std::string hex(const Digest& digest);

}  // namespace senja
