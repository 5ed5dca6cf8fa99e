// The bytes of a connection: however they are cut into packets, the same requests come out, or the same fault.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "net/request_parser.h"

namespace {

using namespace senja;

struct Seen {
  std::string requests;
  int fault = 0;  // 0: it waits for more
};

// What a server sees of the bytes; `step` bytes arrive at a time.
Seen see(std::string_view bytes, std::size_t step) {
  const net::Bounds bounds;
  net::RequestParser parser(bounds);
  Seen seen;
  std::size_t given = 0, used = 0;
  while (true) {
    used += parser.feed(bytes.substr(used, given - used));
    switch (parser.state()) {
      case net::RequestParser::State::head_done:
        parser.expect_body(1'000);
        continue;
      case net::RequestParser::State::complete: {
        const RawRequest request = parser.take();
        seen.requests += request.method + " " + request.target + " " + std::to_string(request.headers.size()) + " [" +
                         request.body + "]\n";
        continue;
      }
      case net::RequestParser::State::faulty:
        seen.fault = parser.fault().status;
        return seen;
      default:
        break;
    }
    if (given == bytes.size()) return seen;
    given = std::min(bytes.size(), given + step);
  }
}

}  // namespace

// A fault may be seen earlier the one way than the other, as long as nobody takes the bytes for a request.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 1) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const Seen whole = see(bytes, bytes.size()), cut = see(bytes, 1 + data[0] % 16);
  if (whole.requests != cut.requests) std::abort();
  if (whole.fault != 0 && cut.fault != 0 && whole.fault != cut.fault) std::abort();
  return 0;
}
