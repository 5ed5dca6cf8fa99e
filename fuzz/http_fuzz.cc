// The bytes of a connection: however they are cut into packets, the same requests come out, or the same fault.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "net/request_parser.h"

namespace {

using namespace senja;

// What a server sees of the bytes, as text; `step` bytes arrive at a time.
std::string seen(std::string_view bytes, std::size_t step) {
  const net::Bounds bounds;
  net::RequestParser parser(bounds);
  std::string told;
  std::size_t given = 0, used = 0;
  while (true) {
    used += parser.feed(bytes.substr(used, given - used));
    switch (parser.state()) {
      case net::RequestParser::State::head_done:
        parser.expect_body(1'000);
        continue;
      case net::RequestParser::State::complete: {
        const RawRequest request = parser.take();
        told += request.method + " " + request.target + " " + std::to_string(request.headers.size()) + " [" + request.body +
                "]\n";
        continue;
      }
      case net::RequestParser::State::faulty:
        return told + std::to_string(parser.fault().status);
      default:
        break;
    }
    if (given == bytes.size()) return told;
    given = std::min(bytes.size(), given + step);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 1) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  if (seen(bytes, bytes.size()) != seen(bytes, 1 + data[0] % 16)) std::abort();
  return 0;
}
