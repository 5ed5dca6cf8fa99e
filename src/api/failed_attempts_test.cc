#include "api/failed_attempts.h"

#include <gtest/gtest.h>

namespace senja::api {
namespace {

using namespace std::chrono_literals;

net::IpAddress ip(const std::string& text) { return net::IpAddress::parse(text).value(); }

struct Attempts : testing::Test {
  FailedAttempts attempts;
  SteadyTime now{1h};
  const net::IpAddress stranger = ip("192.0.2.1");

  void spend(const net::IpAddress& caller) {
    for (int i = 0; i < FailedAttempts::burst_max; ++i) EXPECT_EQ(attempts.count(caller, now), std::nullopt) << i;
  }
};

TEST_F(Attempts, TenAtOnceAndThenOneEverySixSeconds) {
  spend(stranger);
  EXPECT_EQ(attempts.count(stranger, now), 6s);
  now += 5s;
  EXPECT_EQ(attempts.count(stranger, now), 1s) << "those beyond the bound prolong nothing";
  now += 1s;
  EXPECT_EQ(attempts.count(stranger, now), std::nullopt);
  EXPECT_EQ(attempts.count(stranger, now), 6s);
}

TEST_F(Attempts, AMinuteRefillsAll) {
  spend(stranger);
  now += 60s;
  spend(stranger);
  EXPECT_EQ(attempts.count(stranger, now), 6s);
}

TEST_F(Attempts, CallersAreTheirOwn) {
  spend(stranger);
  EXPECT_EQ(attempts.count(ip("192.0.2.2"), now), std::nullopt);
  EXPECT_EQ(attempts.count(ip("::ffff:192.0.2.1"), now), 6s) << "the same in IPv6's spelling";
}

TEST_F(Attempts, AnIpv6CallerIsItsNetwork) {
  spend(ip("2001:db8:0:1::1"));
  EXPECT_EQ(attempts.count(ip("2001:db8:0:1:ffff::2"), now), 6s);
  EXPECT_EQ(attempts.count(ip("2001:db8:0:2::1"), now), std::nullopt);
}

TEST_F(Attempts, AreBoundedAndTheOldestIsForgotten) {
  spend(stranger);
  spend(ip("192.0.2.2"));
  EXPECT_TRUE(attempts.count(stranger, now));  // failed last of the two
  for (std::size_t i = 2; i < FailedAttempts::callers_max; ++i)
    attempts.count(net::IpAddress::from_v4({10, 0, static_cast<std::uint8_t>(i >> 8), static_cast<std::uint8_t>(i & 255)}),
                   now);
  EXPECT_EQ(attempts.callers(), FailedAttempts::callers_max);
  attempts.count(ip("10.1.0.0"), now);
  EXPECT_EQ(attempts.callers(), FailedAttempts::callers_max);
  EXPECT_TRUE(attempts.count(stranger, now)) << "not the oldest";
  EXPECT_FALSE(attempts.count(ip("192.0.2.2"), now)) << "was forgotten";
}

}  // namespace
}  // namespace senja::api
