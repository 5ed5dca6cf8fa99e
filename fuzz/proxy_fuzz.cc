// What a proxy may send before a connection: however it is cut into packets, the same is taken, and it says the same.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "net/proxy_protocol.h"

namespace senja::net {

namespace {
struct Seen {
  ProxyHeader header;
  std::size_t used = 0;
};

Seen see(std::string_view bytes, std::size_t step) {
  Seen seen;
  while (seen.header.state() == ProxyHeader::State::more && seen.used < bytes.size())
    seen.used += seen.header.feed(bytes.substr(seen.used, step));
  return seen;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 1) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const Seen whole = see(bytes, size), cut = see(bytes, 1 + data[0] % 16);
  if (whole.header.state() != cut.header.state() || whole.used != cut.used) std::abort();
  if (whole.header.state() != ProxyHeader::State::done) return 0;
  if (whole.header.source() != cut.header.source()) std::abort();
  if (whole.used > std::max(proxy_line_bytes_max, proxy_binary_bytes_max)) std::abort();
  return 0;
}

}  // namespace senja::net
