// How much of everything a connection may use, and for how long.
#pragma once

#include <chrono>
#include <cstddef>

#include "senja/model/limits.h"
#include "senja/model/time.h"

namespace senja::net {

struct Bounds {
  std::size_t head_bytes_max = limits::head_bytes_max;
  std::size_t header_fields_max = limits::header_fields_max;
  Micros head_timeout = std::chrono::seconds{10};  // from the first byte of a request to the end of its head
  Micros body_timeout = std::chrono::seconds{30};  // from the head to the end of the body
  Micros idle_timeout = std::chrono::seconds{75};  // between requests, and for a peer that does not read its answer
};

// A chunk's size line with its extensions, and likewise the trailer.
inline constexpr std::size_t chunk_line_bytes_max = 4 * 1024;

// After an answer that ends the connection, what the peer still sends is read and thrown away, so that the answer is not
// lost to a reset: for this long and this much.
inline constexpr Micros linger_time_max = std::chrono::seconds{1};
inline constexpr std::size_t linger_bytes_max = 1024 * 1024;

// One read's worth. Shared by the connections of a context, so an idle connection holds no buffer.
inline constexpr std::size_t read_bytes_max = 64 * 1024;

inline constexpr std::chrono::milliseconds tick_interval{250};

// How much of one kind a context does before it looks at the rest of its work again.
inline constexpr std::size_t connections_at_a_time = 64;
inline constexpr std::size_t appointments_at_a_time = 16;

}  // namespace senja::net
