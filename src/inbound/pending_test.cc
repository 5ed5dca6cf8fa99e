#include "inbound/pending.h"

#include <gtest/gtest.h>

#include <string>

namespace senja::inbound {
namespace {

TEST(Pending, GivesAnEntryOnce) {
  Pending<std::string> pending;
  const auto token = pending.add("a");
  EXPECT_EQ(pending.take(token), "a");
  EXPECT_EQ(pending.take(token), std::nullopt);
}

TEST(Pending, AnOldTokenDoesNotNameTheNewTenantOfItsPlace) {
  Pending<std::string> pending;
  const auto old = pending.add("a");
  pending.take(old);
  const auto young = pending.add("b");
  EXPECT_NE(old, young);
  EXPECT_EQ(pending.take(old), std::nullopt);
  EXPECT_EQ(pending.take(young), "b");
}

TEST(Pending, KnowsNoTokenItDidNotGive) {
  Pending<int> pending;
  EXPECT_EQ(pending.take(0), std::nullopt);
  EXPECT_EQ(pending.take(UINT64_MAX), std::nullopt);
}

TEST(Pending, TakesWhatIsDue) {
  Pending<int> pending;
  for (int i = 0; i < 10; ++i) pending.add(i);
  EXPECT_EQ(pending.take_if([](int i) { return i >= 7; }), (std::vector{7, 8, 9}));
  EXPECT_EQ(pending.size(), 7u);
  EXPECT_TRUE(pending.take_if([](int i) { return i >= 7; }).empty());
}

TEST(Pending, PlacesAreUsedAgain) {
  Pending<int> pending;
  for (int round = 0; round < 1000; ++round) {
    const auto token = pending.add(round);
    EXPECT_EQ(token & UINT32_MAX, 0u) << "one place is enough";
    pending.take(token);
  }
}

}  // namespace
}  // namespace senja::inbound
