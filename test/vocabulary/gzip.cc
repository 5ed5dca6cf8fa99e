#include "vocabulary/gzip.h"

#include <zlib.h>

#include <stdexcept>

namespace senja::testing {

namespace {

std::string deflated(std::string_view body, int window_bits, int flush) {
  z_stream stream{};
  if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::runtime_error("deflateInit2");
  std::string out(deflateBound(&stream, body.size()) + 64, '\0');
  std::string in{body};
  stream.next_in = reinterpret_cast<Bytef*>(in.data());
  stream.avail_in = static_cast<uInt>(in.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, flush);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

}  // namespace

std::string gzip(std::string_view body) { return deflated(body, 16 + MAX_WBITS, Z_FINISH); }

std::string gzip_bomb(std::size_t mebibytes) {
  const std::string zeros = deflated(std::string(1024 * 1024, '\0'), -MAX_WBITS, Z_FULL_FLUSH);
  std::string bomb("\x1f\x8b\x08\0\0\0\0\0\0\x03", 10);  // a member's head, without a name
  for (std::size_t i = 0; i < mebibytes; ++i) bomb += zeros;
  return bomb;
}

}  // namespace senja::testing
