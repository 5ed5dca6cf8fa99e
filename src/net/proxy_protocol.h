// The PROXY protocol, versions 1 and 2 (haproxy.org/download/3.0/doc/proxy-protocol.txt): what a proxy says of its client
// before the first byte of the connection that it passes on. Pure: bytes in, an address out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "net/ip.h"

namespace senja::net {

inline constexpr std::size_t proxy_line_bytes_max = 107;          // version 1, with its CRLF; the standard's figure
inline constexpr std::size_t proxy_binary_bytes_max = 16 + 4096;  // version 2 with its extensions; 16 + 536 must do

class ProxyHeader {
 public:
  enum class State : std::uint8_t { more, done, bad };

  // Takes what belongs to the header, and says how many bytes that was. Any packets will do, down to single bytes.
  std::size_t feed(std::string_view bytes);
  State state() const { return state_; }

  // The client's address; none where the proxy speaks for itself (LOCAL) or does not know (UNKNOWN, AF_UNSPEC).
  const std::optional<IpAddress>& source() const { return source_; }

 private:
  State take(char byte);
  State take_line();
  State take_binary();
  State read_line();
  State read_binary_start();
  State read_addresses();

  State state_ = State::more;
  std::string kept_;        // the line, or all of version 2 but its extensions
  std::size_t seen_ = 0;    // bytes so far
  std::size_t length_ = 0;  // of version 2 as a whole, once it is known
  std::optional<IpAddress> source_;
};

}  // namespace senja::net
