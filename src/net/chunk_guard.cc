#include "net/chunk_guard.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "net/bounds.h"
#include "senja/model/request.h"

namespace senja::net {

namespace {

constexpr std::size_t size_digits_max = 16;  // 64 bits

// What frames, routes or steers belongs into the head (RFC 9110 6.5.1): a trailer that brings it is an attempt.
constexpr std::array<std::string_view, 5> head_only{"connection", "content-length", "host", "proxy-connection",
                                                    "transfer-encoding"};

}  // namespace

std::size_t ChunkGuard::pass(std::string_view bytes) {
  if (state_ == State::data) return pass_data(bytes.size());
  if (after_data_ && line_begin_ == 0 && !take_data_end(bytes)) return 0;
  while (state_ == State::line || state_ == State::trailer) {
    const std::string_view rest = bytes.substr(line_begin_);
    const LineEnd::State found = line_end_.find(rest, trailer_begin_ + chunk_line_bytes_max - line_begin_);
    const std::string_view line = rest.substr(0, line_end_.at());
    if (found == LineEnd::State::more) return 0;
    if (found == LineEnd::State::found) {
      line_begin_ += line.size() + 2;
      line_end_ = {};
      take_line(line);
    } else if (found == LineEnd::State::too_long) {
      fail(bad_request("the size line of a chunk, or the trailer, is larger than is taken"));
    } else {
      fail(state_ == State::trailer ? fault_of(found, line)
                                    : bad_request("a control byte stands in the size line of a chunk"));
    }
  }
  if (state_ == State::faulty) return 0;
  const std::size_t piece = line_begin_;
  line_begin_ = trailer_begin_ = 0;
  after_data_ = true;
  return piece;
}

std::size_t ChunkGuard::pass_data(std::size_t bytes) {
  const std::size_t piece = std::min<std::uint64_t>(bytes, data_left_);
  data_left_ -= piece;
  if (data_left_ == 0) state_ = State::line;
  return piece;
}

// False: more is needed, or there is a fault.
bool ChunkGuard::take_data_end(std::string_view bytes) {
  constexpr std::string_view line_end = "\r\n";
  const std::string_view start = bytes.substr(0, line_end.size());
  if (!line_end.starts_with(start)) fail(bad_request("the data of a chunk does not end where its size says"));
  if (start != line_end) return false;
  line_begin_ = trailer_begin_ = line_end.size();
  return true;
}

void ChunkGuard::take_line(std::string_view line) {
  if (state_ == State::line) return take_size(line);
  line.empty() ? static_cast<void>(state_ = State::done) : take_trailer(line);
}

// The extensions behind the digits are the parser's to read: a line's end cannot hide in them.
void ChunkGuard::take_size(std::string_view line) {
  const char *const begin = line.data(), *const end = begin + line.size();
  const auto [digits_end, error] = std::from_chars(begin, end, data_left_, 16);
  const auto digits = static_cast<std::size_t>(digits_end - begin);
  const bool ends = digits_end == end || *digits_end == ';' || *digits_end == ' ' || *digits_end == '\t';
  if (error != std::errc{} || digits > size_digits_max || !ends)
    return fail(bad_request("the size of a chunk is not a hexadecimal number of at most 16 digits"));
  state_ = data_left_ == 0 ? State::trailer : State::data;
  trailer_begin_ = line_begin_;
}

void ChunkGuard::take_trailer(std::string_view line) {
  if (fields_ == fields_max_) return fail(bad_request("the trailer has more fields than are taken"));
  ++fields_;
  const auto field = read_field(line);
  if (!field) return fail(field.error());
  if (std::ranges::any_of(head_only, [&](std::string_view name) { return same_name(name, field->name); }))
    fail(bad_request("the trailer has a field that only a head may have"));
}

void ChunkGuard::fail(Fault fault) {
  state_ = State::faulty;
  fault_ = fault;
}

}  // namespace senja::net
