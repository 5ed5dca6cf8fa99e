// Whatever a client writes into the headers that name clients, the address that the proxy saw is found, or an error; never
// one that the client chose.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "net/forwarded.h"

namespace senja {

namespace {
using Header = net::TrustedProxies::Header;

const net::IpAddress proxy = *net::IpAddress::parse("10.0.0.1"), client = *net::IpAddress::parse("192.0.2.43");

// A wrong address is a bug; an error is none where `must_find` is false.
void check(const Headers& headers, Header header, bool must_find) {
  static const net::IpRange trusted = *net::IpRange::parse("10.0.0.0/8");
  const auto found = net::forwarded_client(headers, proxy, {{trusted}, false, header});
  if (found ? *found != client : must_find) std::abort();
}

Headers of(std::string_view name, std::string_view first, std::string_view second) {
  Headers headers;
  headers.add(name, first);
  if (!second.empty()) headers.add(name, second);
  return headers;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string words(reinterpret_cast<const char*>(data), size);
  check(of("forwarded", words, "for=192.0.2.43"), Header::forwarded, true);
  check(of("forwarded", words + ", for=192.0.2.43", ""), Header::forwarded, false);
  check(of("x-forwarded-for", words, "192.0.2.43"), Header::x_forwarded_for, true);
  check(of("x-forwarded-for", words + ", 192.0.2.43", ""), Header::x_forwarded_for, true);
  return 0;
}

}  // namespace senja
