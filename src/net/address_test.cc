#include "net/address.h"

#include <gtest/gtest.h>

namespace senja::net {
namespace {

TEST(Address, ReadsNumbersAndLocalhost) {
  EXPECT_EQ(parse_address("127.0.0.1:8080"), (Address{"127.0.0.1", 8080}));
  EXPECT_EQ(parse_address("localhost:0"), (Address{"127.0.0.1", 0}));
  EXPECT_EQ(parse_address(":80"), (Address{"0.0.0.0", 80}));
  EXPECT_EQ(parse_address("[::1]:443"), (Address{"::1", 443}));
}

TEST(Address, WritesWhatItReads) {
  EXPECT_EQ(parse_address("10.0.0.1:8080")->text(), "10.0.0.1:8080");
  EXPECT_EQ(parse_address("[fe80::1]:8080")->text(), "[fe80::1]:8080");
}

TEST(Address, KnowsTheLoopback) {
  EXPECT_TRUE(parse_address("127.0.0.1:1")->loopback());
  EXPECT_TRUE(parse_address("127.8.9.1:1")->loopback());
  EXPECT_TRUE(parse_address("[::1]:1")->loopback());
  EXPECT_FALSE(parse_address(":1")->loopback());
  EXPECT_FALSE(parse_address("10.0.0.1:1")->loopback());
}

TEST(Address, RefusesEverythingElseByName) {
  for (const char* text : {"", "8080", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1", "127.0.0.1:80x",
                           "127.1:80", "example.com:80", "::1:80", "[127.0.0.1]:80", "[::1]", "[::1]80"}) {
    const auto address = parse_address(text);
    ASSERT_FALSE(address) << text;
    EXPECT_NE(address.error().find("\"" + std::string{text} + "\""), std::string::npos);
  }
}

}  // namespace
}  // namespace senja::net
