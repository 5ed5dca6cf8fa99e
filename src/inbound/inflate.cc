#include "inbound/inflate.h"

#define ZLIB_CONST  // input is const
#include <zlib.h>

#include <array>
#include <new>

namespace senja::inbound {

namespace {

constexpr std::string_view encoding_header = "content-encoding";
constexpr int gzip_only = 16 + MAX_WBITS;  // as zlib's manual has it

// zlib's state, given back however the work ends.
class Inflater {
 public:
  explicit Inflater(std::string_view in) {
    stream_.next_in = reinterpret_cast<const Bytef*>(in.data());
    stream_.avail_in = static_cast<uInt>(in.size());
    if (inflateInit2(&stream_, gzip_only) != Z_OK) throw std::bad_alloc();
  }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
  ~Inflater() { inflateEnd(&stream_); }

  // Writes on into `room`; what zlib says of it, and how much was written.
  int step(std::array<char, 16 * 1024>& room, std::size_t& written) {
    stream_.next_out = reinterpret_cast<Bytef*>(room.data());
    stream_.avail_out = static_cast<uInt>(room.size());
    const int state = ::inflate(&stream_, Z_NO_FLUSH);
    written = room.size() - stream_.avail_out;
    return state;
  }
  std::size_t left() const { return stream_.avail_in; }

 private:
  z_stream stream_{};
};

}  // namespace

bool accepts_encoding(const Source& source, const Headers& headers) {
  const std::size_t named = headers.count(encoding_header);
  return named == 0 || (named == 1 && source.gzip && is_encoded(headers));
}

bool is_encoded(const Headers& headers) {
  const auto encoding = headers.first(encoding_header);
  return encoding && same_name(*encoding, "gzip");
}

std::expected<std::string, std::string_view> inflate(std::string_view gzip, std::size_t bytes_max) {
  Inflater inflater{gzip};
  std::string body;
  std::array<char, 16 * 1024> room;
  for (;;) {
    std::size_t written = 0;
    const int state = inflater.step(room, written);
    if (written > bytes_max - body.size()) return std::unexpected{"more"};
    body.append(room.data(), written);
    if (state == Z_STREAM_END) break;
    if (state == Z_BUF_ERROR) return std::unexpected{"one that ends too early"};
    if (state == Z_MEM_ERROR) throw std::bad_alloc();
    if (state != Z_OK) return std::unexpected{"bytes that are no gzip, or damaged"};
  }
  if (inflater.left() > 0) return std::unexpected{"more behind its end"};
  return body;
}

}  // namespace senja::inbound
