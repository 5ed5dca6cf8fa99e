// The lines that heads and trailers are made of, read strictly (RFC 9112 2.2 and 5): CRLF and nothing else ends one, and
// the only control byte within is the tab.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <string_view>

#include "net/fault.h"

namespace senja::net {

// Looks for the end of one line in bytes that come piecemeal, and at each of them once.
class LineEnd {
 public:
  enum class State : std::uint8_t { more, found, bare_cr, bare_lf, control, too_long };

  // `bytes` begin where the line does, and go on from what they were the last time. A line longer than `bytes_max`, its
  // CRLF included, is too long, however the bytes are cut.
  State find(std::string_view bytes, std::size_t bytes_max);

  std::size_t at() const { return at_; }  // found: the line's length without its CRLF; else where the trouble stands

 private:
  std::size_t at_ = 0;
};

struct FieldLine {
  std::string_view name, value;  // the value without the blanks round it (RFC 9110 5.5)
};

// `line` has no CRLF and is not empty.
std::expected<FieldLine, Fault> read_field(std::string_view line);

// What is wrong with a line of fields that LineEnd found no end of: bare_cr, bare_lf or control.
Fault fault_of(LineEnd::State state, std::string_view line_so_far);

bool token(std::string_view text);                // RFC 9110 5.6.2
std::string_view trimmed(std::string_view text);  // without spaces and tabs at its ends

}  // namespace senja::net
