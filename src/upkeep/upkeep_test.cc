#include "upkeep/upkeep.h"

#include <gtest/gtest.h>

#include <atomic>

namespace senja::upkeep {
namespace {

// Has a pile of old records, and is asked to forget it step by step.
class Pile final : public store::Store {
 public:
  void submit(rules::Intent, store::Ticket) override {}
  std::size_t lapse() override {
    ++lapses;
    lapses.notify_all();
    return 3;
  }
  store::PurgeReport purge() override {
    ++purges;
    if (steps > 0) --steps;
    return {.allowed = allowed, .records = 10, .more = steps > 0};
  }
  std::expected<void, std::string> adopt(const store::Settings&) override { return {}; }
  void accept_clock(rules::Actor) override {}
  store::Health health() const override { return {}; }
  void drain() override {}

  std::size_t steps = 1;
  bool allowed = true;
  std::atomic<std::size_t> lapses = 0, purges = 0;
};

struct UpkeepTest : testing::Test {
  Pile pile;
  Upkeep upkeep{pile};
};

TEST_F(UpkeepTest, OneRoundLapsesAndPurgesToTheEndOfThePile) {
  pile.steps = 4;
  const auto round = upkeep.run_once();
  EXPECT_EQ(round.lapsed, 3u);
  EXPECT_EQ(round.purged, 40u);
  EXPECT_EQ(pile.purges, 4u);
}

TEST_F(UpkeepTest, ARoundIsBoundedHoweverLargeThePile) {
  pile.steps = 1000;
  upkeep.run_once();
  EXPECT_EQ(pile.purges, Upkeep::purge_steps_max);
}

TEST_F(UpkeepTest, SaysWhenTheClockMayNotEndMemory) {
  pile.allowed = false;
  EXPECT_FALSE(upkeep.run_once().purge_allowed);
}

TEST_F(UpkeepTest, RunsUntilStopped) {
  upkeep.start();
  pile.lapses.wait(0);
  upkeep.stop();
  EXPECT_GE(pile.lapses, 1u);
}

TEST_F(UpkeepTest, StoppingTwiceOrBeforeStartingIsFine) {
  upkeep.stop();
  upkeep.start();
  upkeep.stop();
  upkeep.stop();
}

}  // namespace
}  // namespace senja::upkeep
