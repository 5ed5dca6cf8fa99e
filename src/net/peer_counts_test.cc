#include "net/peer_counts.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace senja::net {
namespace {

IpAddress ip(std::string_view text) { return IpAddress::parse(text).value(); }

TEST(PeerCounts, GivesEachPeerItsPlacesAndNoMore) {
  PeerCounts counts;
  auto first = counts.take(ip("192.0.2.1"), 2);
  auto second = counts.take(ip("192.0.2.1"), 2);
  ASSERT_TRUE(first && second);
  EXPECT_FALSE(counts.take(ip("192.0.2.1"), 2));
  EXPECT_TRUE(counts.take(ip("192.0.2.2"), 2)) << "another peer";
  first.reset();
  EXPECT_TRUE(counts.take(ip("192.0.2.1"), 2)) << "a place was given back";
}

TEST(PeerCounts, AnIpv6NetworkOf64BitsIsOnePeer) {
  PeerCounts counts;
  const auto place = counts.take(ip("2001:db8:1:2::1"), 1);
  ASSERT_TRUE(place);
  EXPECT_FALSE(counts.take(ip("2001:db8:1:2:ffff:ffff:ffff:ffff"), 1));
  EXPECT_TRUE(counts.take(ip("2001:db8:1:3::1"), 1));
  const auto four = counts.take(ip("192.0.2.1"), 1);
  EXPECT_TRUE(counts.take(ip("192.0.2.2"), 1)) << "IPv4 addresses count one by one";
}

TEST(PeerCounts, HoldsNothingOfThoseWhoHaveGone) {
  PeerCounts counts;
  {
    PeerCounts::Place kept;
    auto taken = counts.take(ip("192.0.2.1"), 1);
    kept = std::move(*taken);
    EXPECT_EQ(counts.peers(), 1U);
    kept = {};
    EXPECT_EQ(counts.peers(), 0U);
    EXPECT_FALSE(counts.take(ip("192.0.2.1"), 0));
  }
  EXPECT_EQ(counts.peers(), 0U);
}

TEST(PeerCounts, AnyThreadMayTakeAndGive) {
  PeerCounts counts;
  {
    std::vector<std::jthread> threads;
    threads.reserve(4);
    for (int t = 0; t < 4; ++t)
      threads.emplace_back([&counts] {
        for (int i = 0; i < 1'000; ++i) EXPECT_TRUE(counts.take(ip("192.0.2.1"), 4));
      });
  }
  EXPECT_EQ(counts.peers(), 0U);
}

}  // namespace
}  // namespace senja::net
