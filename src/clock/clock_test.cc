#include <gtest/gtest.h>

#include <set>
#include <thread>
#include <vector>

#include "clock/sim_clock.h"
#include "clock/sim_entropy.h"
#include "clock/system_clock.h"
#include "clock/system_entropy.h"
#include "senja/model/limits.h"

namespace senja {
namespace {

using namespace std::chrono_literals;

TEST(SystemClock, ReadsPlausibleTimesThatDoNotGoBack) {
  const SystemClock clock;
  EXPECT_GT(clock.wall(), limits::event_time_min);
  EXPECT_LT(clock.wall(), limits::event_time_max);
  const SteadyTime steady = clock.steady();
  const rules::ClockReading first = clock.reading();
  const rules::ClockReading second = clock.reading();
  EXPECT_GE(clock.steady(), steady);
  EXPECT_GE(second.boot, first.boot);
  EXPECT_GE(first.boot.time_since_epoch(), steady.time_since_epoch());  // boot counts sleep as well
}

TEST(SystemClock, ReadsWallAndBootAtOneInstant) {
  const SystemClock clock;
  rules::ClockTrust trust;
  for (int i = 0; i < 100; ++i) trust.observe(clock.reading());
  EXPECT_EQ(trust.doubt(5s), std::nullopt);
}

TEST(SystemEntropy, DrawsNoNumberTwice) {
  SystemEntropy entropy;
  std::set<std::uint64_t> seen;
  for (int i = 0; i < 1'000; ++i) seen.insert(entropy.draw());
  EXPECT_EQ(seen.size(), 1'000U);
}

TEST(SystemEntropy, AnyThreadMayDraw) {
  SystemEntropy entropy;
  std::vector<std::vector<std::uint64_t>> drawn(4);
  {
    std::vector<std::jthread> threads;
    for (auto& mine : drawn)
      threads.emplace_back([&] {
        for (int i = 0; i < 500; ++i) mine.push_back(entropy.draw());
      });
  }
  std::set<std::uint64_t> seen;
  for (const auto& mine : drawn) seen.insert(mine.begin(), mine.end());
  EXPECT_EQ(seen.size(), 2'000U);
}

// The published first numbers of SplitMix64 for the seed 1234567.
TEST(SimEntropy, IsSplitMix64) {
  SimEntropy entropy(1234567);
  EXPECT_EQ(entropy.draw(), 6457827717110365317U);
  EXPECT_EQ(entropy.draw(), 3203168211198807973U);
  EXPECT_EQ(entropy.draw(), 9817491932198370423U);
}

TEST(SimClock, MovesOnlyWhenTold) {
  SimClock clock;
  const rules::ClockReading start = clock.reading();
  EXPECT_EQ(clock.reading(), start);
  clock.advance(3s);
  EXPECT_EQ(clock.wall(), start.wall + 3s);
  EXPECT_EQ(clock.reading().boot, start.boot + 3s);
  EXPECT_EQ(clock.steady(), SteadyTime{3s});
}

TEST(SimClock, ASleepStopsTheSteadyClockAndAStepOnlyTheWall) {
  SimClock clock;
  const rules::ClockReading start = clock.reading();
  clock.sleep(1h);
  EXPECT_EQ(clock.steady(), SteadyTime{});
  EXPECT_EQ(clock.reading().boot, start.boot + 1h);
  clock.step_wall(-2h);
  EXPECT_EQ(clock.wall(), start.wall - 1h);
  EXPECT_EQ(clock.reading().boot, start.boot + 1h);
  clock.reboot(10min);
  EXPECT_EQ(clock.reading().boot, BootTime{});
  EXPECT_EQ(clock.wall(), start.wall - 50min);
}

}  // namespace
}  // namespace senja
