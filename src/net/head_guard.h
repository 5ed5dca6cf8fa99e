// A request's head, judged byte by byte before any parser reads it (RFC 9110, 9112): what two parsers could read in two
// ways is refused, with a sentence that says what it is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "net/bounds.h"
#include "net/fault.h"
#include "net/field_lines.h"
#include "net/message.h"

namespace senja::net {

// What a sound head says of its message and its connection.
struct Framing {
  bool version_1_0 = false;
  bool keep_alive = true;  // the peer wants the connection to stay (RFC 9112 9.3)
  Announced body{};
};

class HeadGuard {
 public:
  explicit HeadGuard(const Bounds& bounds) : bytes_max_(bounds.head_bytes_max), fields_max_(bounds.header_fields_max) {}

  enum class State : std::uint8_t { more, whole, faulty };

  // `bytes` begin with the first of the request, and go on from what they were the last time. Looks at each byte once,
  // and says the same however they are cut.
  State see(std::string_view bytes);

  bool begun() const { return begun_; }  // something came that is not the empty line which may stand before a request
  const Fault& fault() const { return fault_; }

  // whole: the head stands in [begin, end).
  std::size_t begin() const { return begin_; }
  std::size_t end() const { return line_begin_; }
  std::size_t fields() const { return fields_; }
  const Framing& framing() const { return framing_; }

 private:
  bool start(std::string_view bytes);
  void take_line(std::string_view line);
  void take_request_line(std::string_view line);
  void take_field(std::string_view line);
  void take_length(std::string_view value);
  void take_encoding(std::string_view value);
  void take_connection(std::string_view value, bool counts);
  void finish();
  void fail(Fault fault);

  std::size_t bytes_max_, fields_max_;
  std::size_t begin_ = 0, line_begin_ = 0, fields_ = 0;
  LineEnd line_end_;
  State state_ = State::more;
  bool begun_ = false, started_ = false, request_line_read_ = false;
  bool host_seen_ = false, close_ = false, keep_alive_ = false;
  Framing framing_;
  Fault fault_;
};

}  // namespace senja::net
