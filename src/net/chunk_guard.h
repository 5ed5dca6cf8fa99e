// The framing of a chunked body (RFC 9112 7.1), judged before any parser reads it, as strictly as a head.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "net/fault.h"
#include "net/field_lines.h"

namespace senja::net {

class ChunkGuard {
 public:
  explicit ChunkGuard(std::size_t fields_max) : fields_max_(fields_max) {}

  enum class State : std::uint8_t { line, data, trailer, done, faulty };

  // `bytes` begin behind what was passed last, and go on from what they were the last time. Returns how many of them may go
  // on to the parser; it passes on what a parser reads in one piece: bytes of data; a size line, with the line end that
  // closes the data before it; the last size line with the whole trailer. 0: more is needed, or there is a fault.
  // Never waits for more than twice chunk_line_bytes_max and a line end.
  std::size_t pass(std::string_view bytes);

  State state() const { return state_; }
  const Fault& fault() const { return fault_; }

 private:
  std::size_t pass_data(std::size_t bytes);
  bool take_data_end(std::string_view bytes);
  void take_line(std::string_view line);
  void take_size(std::string_view line);
  void take_trailer(std::string_view line);
  void fail(Fault fault);

  std::size_t fields_max_;
  std::size_t line_begin_ = 0, trailer_begin_ = 0, fields_ = 0;  // places within the piece
  std::uint64_t data_left_ = 0;
  LineEnd line_end_;
  State state_ = State::line;
  bool after_data_ = false;  // the piece begins with the line end that closes a chunk's data
  Fault fault_;
};

}  // namespace senja::net
