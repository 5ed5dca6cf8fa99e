#include "inbound/rate_limit.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace senja::inbound {
namespace {

using namespace std::chrono_literals;
constexpr SteadyTime start{Micros{1'000'000'000}};

TEST(RateLimit, ABurstAtOnceAndThenItsPace) {
  RateLimit limit;
  const Rate rate{10, 3};
  for (int i = 0; i < 3; ++i) EXPECT_EQ(limit.take(rate, start), 0us) << i;
  EXPECT_EQ(limit.take(rate, start), 100ms);
  EXPECT_EQ(limit.take(rate, start + 40ms), 60ms) << "refused ones do not count";
  EXPECT_EQ(limit.take(rate, start + 100ms), 0us);
  EXPECT_EQ(limit.take(rate, start + 100ms), 100ms);
  EXPECT_EQ(limit.take(rate, start + 1h), 0us);
  EXPECT_EQ(limit.take(rate, start + 1h), 0us) << "a long rest gives one burst back, not more";
  EXPECT_EQ(limit.take(rate, start + 1h), 0us);
  EXPECT_EQ(limit.take(rate, start + 1h), 100ms);
}

TEST(RateLimit, ANewRateHoldsFromTheNextRequestOn) {
  RateLimit limit;
  EXPECT_EQ(limit.take({1, 1}, start), 0us);
  EXPECT_EQ(limit.take({1, 1}, start), 1s);
  EXPECT_EQ(limit.take({1'000'000, 2'000'000}, start), 0us);
}

TEST(RateLimit, ThreadsShareIt) {
  RateLimit limit;
  const Rate rate{1, 1'000};
  std::atomic<int> let_in = 0;
  const auto work = [&] {
    for (int i = 0; i < 1'000; ++i)
      if (limit.take(rate, start) == 0us) ++let_in;
  };
  std::vector<std::jthread> threads(4);
  for (auto& thread : threads) thread = std::jthread(work);
  threads.clear();
  EXPECT_EQ(let_in, 1'000);
}

}  // namespace
}  // namespace senja::inbound
