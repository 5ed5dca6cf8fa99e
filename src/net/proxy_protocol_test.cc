#include "net/proxy_protocol.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>

namespace senja::net {
namespace {

using namespace std::string_literals;
using State = ProxyHeader::State;

struct Seen {
  State state = State::more;
  std::size_t used = 0;
  std::string source;  // "" for none
  bool operator==(const Seen&) const = default;
};

Seen see(std::string_view bytes, std::size_t step) {
  ProxyHeader header;
  Seen seen;
  while (header.state() == State::more && seen.used < bytes.size()) seen.used += header.feed(bytes.substr(seen.used, step));
  seen.state = header.state();
  if (header.source()) seen.source = header.source()->text();
  return seen;
}

// As a whole and byte by byte: both must agree.
Seen see(std::string_view bytes) {
  const Seen whole = see(bytes, bytes.size());
  EXPECT_EQ(whole, see(bytes, 1)) << testing::PrintToString(bytes);
  return whole;
}

std::string binary(unsigned char version_and_command, unsigned char family, const std::string& rest) {
  return "\r\n\r\n\0\r\nQUIT\n"s + static_cast<char>(version_and_command) + static_cast<char>(family) +
         static_cast<char>(rest.size() >> 8) + static_cast<char>(rest.size() & 0xff) + rest;
}
const std::string v4_addresses = "\xc0\x00\x02\x07\xcb\x00\x71\x01\xc8\x22\x01\xbb"s;
const std::string v6_address = "\x20\x01\x0d\xb8\0\0\0\0\0\0\0\0\0\0\0\x07"s;
const std::string v6_addresses = v6_address + v6_address + "\xc8\x22\x01\xbb"s;

TEST(ProxyHeader, LinesNameTheClient) {
  const std::string v4 = "PROXY TCP4 192.0.2.7 203.0.113.1 51234 443\r\n";
  EXPECT_EQ(see(v4 + "GET / HTTP/1.1\r\n"), (Seen{State::done, v4.size(), "192.0.2.7"})) << "what follows is left alone";
  const std::string v6 = "PROXY TCP6 2001:db8::7 2001:db8::1 0 65535\r\n";
  EXPECT_EQ(see(v6), (Seen{State::done, v6.size(), "2001:db8::7"}));
  const std::string longest =
      "PROXY TCP6 ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff 65535 65535\r\n";
  EXPECT_EQ(see(longest).state, State::done);
}

TEST(ProxyHeader, LinesOfUnknownClientsNameNobody) {
  for (const std::string line : {"PROXY UNKNOWN\r\n", "PROXY UNKNOWN 192.0.2.7 anything at all\r\n"})
    EXPECT_EQ(see(line), (Seen{State::done, line.size(), ""})) << line;
}

TEST(ProxyHeader, LinesThatAreNotOfTheStandardAreBad) {
  for (const std::string bad :
       {"GET / HTTP/1.1\r\n", "PROXx", "proxy TCP4 192.0.2.7 203.0.113.1 1 2\r\n", "PROXY TCP4 192.0.2.7 203.0.113.1 1 2\n",
        "PROXY TCP4 192.0.2.7 203.0.113.1 1 2 3\r\n", "PROXY TCP4 192.0.2.7 203.0.113.1 1\r\n",
        "PROXY TCP4  192.0.2.7 203.0.113.1 1 2\r\n", "PROXY TCP4 192.0.2.7 203.0.113.1 1 65536\r\n",
        "PROXY TCP4 192.0.2.7 203.0.113.1 01 2\r\n", "PROXY TCP4 192.0.2.7 203.0.113.1 -1 2\r\n",
        "PROXY TCP4 192.0.2.07 203.0.113.1 1 2\r\n", "PROXY TCP4 2001:db8::7 2001:db8::1 1 2\r\n",
        "PROXY TCP6 192.0.2.7 203.0.113.1 1 2\r\n", "PROXY TCP5 192.0.2.7 203.0.113.1 1 2\r\n", "PROXY \r\n",
        "PROXY TCP4\r\n", "PROXY UNKNOWN \r x\r\n", "PROXY TCP4 192.0.2.7\r 203.0.113.1 1 2\r\n"})
    EXPECT_EQ(see(bad).state, State::bad) << bad;
  EXPECT_EQ(see("PROXY UNKNOWN " + std::string(93, 'x')), (Seen{State::bad, 107, ""})) << "no end within 107 bytes";
  EXPECT_EQ(see("PROXY UNKNOWN " + std::string(92, 'x')).state, State::more);
  EXPECT_EQ(see("PROXY UNKNOWN " + std::string(91, 'x') + "\r\n").state, State::done);
}

TEST(ProxyHeader, BinaryHeadersNameTheClient) {
  const std::string v4 = binary(0x21, 0x11, v4_addresses), v6 = binary(0x21, 0x21, v6_addresses);
  EXPECT_EQ(see(v4 + "\x16\x03"), (Seen{State::done, v4.size(), "192.0.2.7"}));
  EXPECT_EQ(see(v6), (Seen{State::done, v6.size(), "2001:db8::7"}));
}

TEST(ProxyHeader, BinaryExtensionsArePassedOver) {
  for (const std::size_t size : {1U, 50U, 524U, 4'084U}) {
    const std::string header = binary(0x21, 0x11, v4_addresses + std::string(size, 'x'));
    EXPECT_EQ(see(header + "GET"), (Seen{State::done, header.size(), "192.0.2.7"})) << size;
  }
  EXPECT_EQ(see(binary(0x21, 0x11, v4_addresses + std::string(4'085, 'x'))), (Seen{State::bad, 16, ""}));
}

TEST(ProxyHeader, BinaryHeadersOfTheProxyItselfNameNobody) {
  for (const std::string& header : {binary(0x20, 0x00, ""), binary(0x20, 0x11, v4_addresses), binary(0x21, 0x00, ""),
                                    binary(0x20, 0xff, "12345"), binary(0x21, 0x00, "tail")})
    EXPECT_EQ(see(header), (Seen{State::done, header.size(), ""})) << testing::PrintToString(header);
}

TEST(ProxyHeader, BinaryHeadersThatAreNotOfTheStandardAreBad) {
  for (const std::string& bad :
       {binary(0x11, 0x11, v4_addresses), binary(0x22, 0x11, v4_addresses), binary(0x21, 0x12, v4_addresses),
        binary(0x21, 0x31, std::string(216, 'x')), binary(0x21, 0x11, v4_addresses.substr(1)),
        binary(0x21, 0x21, v4_addresses), binary(0x21, 0x01, ""), "\r\n\r\n\0\r\nQUIT\r"s, "\r\nGET / HTTP/1.1\r\n"s,
        "\x16\x03\x01"s, "\0"s})
    EXPECT_EQ(see(bad).state, State::bad) << testing::PrintToString(bad);
  EXPECT_EQ(see(binary(0x21, 0x11, v4_addresses).substr(0, 27)).state, State::more);
}

RC_GTEST_PROP(ProxyHeader, PacketsMakeNoDifference, (const std::string& tail, bool as_line)) {
  const auto step = *rc::gen::inRange<std::size_t>(1, 40);
  const std::string start = as_line ? "PROXY " : binary(0x21, 0x11, "").substr(0, 14);
  RC_ASSERT(see(start + tail, 10'000) == see(start + tail, step));
}

}  // namespace
}  // namespace senja::net
