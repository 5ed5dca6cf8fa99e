// The bytes of a connection: however they are cut into packets, the same requests come out, or the same fault; and what
// the head guard passes, the parser behind it reads as the plainest reader would.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "net/head_guard.h"
#include "net/request_parser.h"

namespace senja {

namespace {
using Parser = net::RequestParser;

struct Seen {
  std::string requests;
  std::string fault;  // empty: it waits for more
  bool operator==(const Seen&) const = default;
};

std::string text_of(const Headers& headers) {
  std::string text;
  for (std::size_t i = 0; i < headers.size(); ++i)
    text.append(headers[i].name).append(":").append(headers[i].value).append("\n");
  return text;
}

// What a server sees of the bytes; `step` bytes arrive at a time.
Seen see(std::string_view bytes, std::size_t step) {
  const net::Bounds bounds;
  Parser parser(bounds);
  Seen seen;
  std::size_t given = 0, used = 0;
  while (true) {
    used += parser.feed(bytes.substr(used, given - used));
    switch (parser.state()) {
      case Parser::State::head_done:
        parser.expect_body(1'000);
        continue;
      case Parser::State::complete: {
        const RawRequest request = parser.take();
        seen.requests +=
            request.method + " " + request.target + "\n" + text_of(request.headers) + "[" + request.body + "]\n";
        continue;
      }
      case Parser::State::faulty:
        seen.fault = std::to_string(parser.fault().status) + " " + std::string{parser.fault().detail};
        return seen;
      default:
        break;
    }
    if (given == bytes.size()) return seen;
    given = std::min(bytes.size(), given + step);
  }
}

// The fields between the line ends, cut at the first colon.
std::string plain_reading(std::string_view head) {
  std::string text;
  std::size_t at = head.find("\r\n") + 2;
  for (std::size_t end = head.find("\r\n", at); end != at; end = head.find("\r\n", at)) {
    const std::string_view line = head.substr(at, end - at);
    const std::size_t colon = line.find(':');
    text.append(line.substr(0, colon)).append(":").append(net::trimmed(line.substr(colon + 1))).append("\n");
    at = end + 2;
  }
  return text;
}

bool agree(std::string_view bytes) {
  const net::Bounds bounds;
  net::HeadGuard guard(bounds);
  Parser parser(bounds);
  const std::size_t used = parser.feed(bytes);
  switch (guard.see(bytes)) {
    case net::HeadGuard::State::more:
      return parser.state() == Parser::State::head;
    case net::HeadGuard::State::faulty:
      return parser.state() == Parser::State::faulty && parser.fault().detail == guard.fault().detail;
    case net::HeadGuard::State::whole:
      break;
  }
  const std::string_view head = bytes.substr(guard.begin(), guard.end() - guard.begin());
  return parser.state() == Parser::State::head_done && used == guard.end() &&
         head.starts_with(parser.request().method + " " + parser.request().target + " HTTP/1.") &&
         text_of(parser.request().headers) == plain_reading(head);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 1) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  if (see(bytes, bytes.size()) != see(bytes, 1 + data[0] % 16)) std::abort();
  if (!agree(bytes)) std::abort();
  return 0;
}

}  // namespace senja
