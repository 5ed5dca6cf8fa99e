#include "net/ip.h"

#include <gtest/gtest.h>

namespace senja::net {
namespace {

IpAddress ip(std::string_view text) { return IpAddress::parse(text).value(); }
IpRange range(std::string_view text) { return IpRange::parse(text).value(); }

TEST(Ip, ReadsPlainFormsOnly) {
  EXPECT_EQ(ip("10.1.2.3").text(), "10.1.2.3");
  EXPECT_EQ(ip("2001:DB8::1").text(), "2001:db8::1");
  EXPECT_EQ(ip("::ffff:10.1.2.3"), ip("10.1.2.3"));
  for (const std::string_view bad : {"", " 10.0.0.1", "10.0.0", "10.0.0.01", "0x7f.0.0.1", "2130706433", "[::1]",
                                     "fe80::1%lo", "10.0.0.1:80", "::1::", "10.0.0.256"})
    EXPECT_FALSE(IpAddress::parse(bad)) << bad;
}

TEST(Ip, KnowsLoopback) {
  for (const std::string_view yes : {"127.0.0.1", "127.255.0.9", "::1", "::ffff:127.0.0.1"})
    EXPECT_TRUE(ip(yes).is_loopback()) << yes;
  for (const std::string_view no : {"128.0.0.1", "::2", "::"}) EXPECT_FALSE(ip(no).is_loopback()) << no;
}

TEST(Ip, RangesHoldWhatTheirPrefixSays) {
  EXPECT_TRUE(range("10.0.0.0/8").contains(ip("10.255.0.1")));
  EXPECT_FALSE(range("10.0.0.0/8").contains(ip("11.0.0.0")));
  EXPECT_TRUE(range("192.168.4.0/22").contains(ip("192.168.7.255")));
  EXPECT_FALSE(range("192.168.4.0/22").contains(ip("192.168.8.0")));
  EXPECT_TRUE(range("2001:db8::/33").contains(ip("2001:db8:7fff::1")));
  EXPECT_FALSE(range("2001:db8::/33").contains(ip("2001:db8:8000::1")));
  EXPECT_TRUE(range("203.0.113.7").contains(ip("203.0.113.7")));
  EXPECT_FALSE(range("203.0.113.7").contains(ip("203.0.113.6")));
  EXPECT_TRUE(range("0.0.0.0/0").contains(ip("8.8.8.8")));
  EXPECT_FALSE(range("0.0.0.0/0").contains(ip("2001:db8::1")));
  EXPECT_TRUE(range("::/0").contains(ip("8.8.8.8")));
  EXPECT_TRUE(any_contains({range("10.0.0.0/8"), range("::1")}, ip("::1")));
  EXPECT_FALSE(any_contains({}, ip("::1")));
}

TEST(Ip, RangesWithBitsBeyondTheirPrefixAreMistakes) {
  for (const std::string_view bad :
       {"10.0.0.1/8", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/-1", "10.0.0.0/ 8", "ten/8", "2001:db8::1/64", "::/129"})
    EXPECT_FALSE(IpRange::parse(bad)) << bad;
}

}  // namespace
}  // namespace senja::net
