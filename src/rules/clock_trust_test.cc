#include "senja/rules/clock_trust.h"

#include <gtest/gtest.h>

#include "rules/test_words.h"

namespace senja::rules {
namespace {

// One machine's clocks, told to move.
class Machine {
 public:
  ClockTrust trust;
  ClockReading now{noon, BootTime{1h}, false};

  Machine() { trust.observe(now); }
  void pass(Micros span) {
    now.wall += span;
    now.boot += span;
    trust.observe(now);
  }
  void step(Micros by) {
    now.wall += by;
    trust.observe(now);
  }
  void kernel_says(bool synchronised) {
    now.kernel_synchronised = synchronised;
    trust.observe(now);
  }
  bool suspect() const { return trust.doubt(5s).has_value(); }
};

TEST(ClockTrust, AClockThatRunsAlikeIsTrusted) {
  Machine machine;
  machine.pass(1s);
  machine.pass(10 * day);  // asleep, and awake again
  EXPECT_FALSE(machine.suspect());
  EXPECT_EQ(machine.trust.step(), 0s);
}

TEST(ClockTrust, AStepEitherWayShowsBothReadings) {
  for (const Micros by : {Micros{1h}, Micros{-1h}}) {
    Machine machine;
    machine.pass(1s);
    machine.step(by);
    ASSERT_TRUE(machine.suspect());
    const ClockDoubt doubt = *machine.trust.doubt(5s);
    EXPECT_EQ(doubt.low, std::min(noon + 1s, noon + 1s + by));
    EXPECT_EQ(doubt.high, std::max(noon + 1s, noon + 1s + by));
    EXPECT_EQ(machine.trust.step(), by);
    machine.pass(10s);
    EXPECT_EQ(machine.trust.doubt(5s)->high, doubt.high + 10s);
  }
}

TEST(ClockTrust, OnlyAStepBeyondTheMarginMatters) {
  Machine machine;
  machine.step(5s);
  EXPECT_FALSE(machine.trust.doubt(5s));
  EXPECT_TRUE(machine.trust.doubt(5s - 1us));
}

TEST(ClockTrust, AgreementForAMinuteIsEnough) {
  Machine machine;
  machine.step(1h);
  machine.pass(60s - 1us);
  EXPECT_TRUE(machine.suspect());
  machine.pass(1us);
  EXPECT_FALSE(machine.suspect());
}

TEST(ClockTrust, AnotherStepStartsTheMinuteAnew) {
  Machine machine;
  machine.step(1h);
  machine.pass(59s);
  machine.step(-2h);
  machine.pass(59s);
  EXPECT_TRUE(machine.suspect());
  EXPECT_EQ(machine.trust.step(), -1h);
  machine.pass(1s);
  EXPECT_FALSE(machine.suspect());
}

TEST(ClockTrust, AStepAndItsReturnLeaveNoDoubt) {
  Machine machine;
  machine.step(1h);
  machine.pass(1s);
  machine.step(-1h);
  EXPECT_FALSE(machine.suspect());
}

TEST(ClockTrust, TheKernelVouches) {
  Machine machine;
  machine.step(1h);
  EXPECT_TRUE(machine.suspect());
  machine.kernel_says(true);
  EXPECT_FALSE(machine.suspect());
}

TEST(ClockTrust, TheOperatorVouches) {
  Machine machine;
  machine.step(-1h);
  machine.trust.accept();
  EXPECT_FALSE(machine.suspect());
  machine.pass(1s);
  EXPECT_FALSE(machine.suspect());
  machine.step(1h);
  EXPECT_TRUE(machine.suspect());
}

TEST(ClockTrust, SlewingIsNoStep) {
  Machine machine;
  for (int second = 0; second < 3'600; ++second) {
    machine.pass(1s);
    machine.step(500us);  // 500 parts in a million, the kernel's most
  }
  EXPECT_FALSE(machine.trust.doubt(0s));
}

// Purging.

const PurgeMark mark{noon, BootTime{1h}};
ClockReading later(Micros wall, Micros boot, bool synchronised = false) {
  return {noon + wall, BootTime{1h} + boot, synchronised};
}

TEST(MayPurge, TheFirstTimeAndWhereBothClocksAdvancedAlike) {
  EXPECT_TRUE(may_purge(std::nullopt, later(0s, 0s), false));
  EXPECT_TRUE(may_purge(mark, later(1h, 1h), false));
  EXPECT_TRUE(may_purge(mark, later(1h + 500ms, 1h), false));
  EXPECT_TRUE(may_purge(mark, later(10 * day + 5min, 10 * day), false));  // slewed all the way
}

TEST(MayPurge, AStepNeedsTheKernelOrTheOperatorAndNoMinuteHelps) {
  for (const Micros by : {Micros{day}, Micros{-30min}}) {
    EXPECT_FALSE(may_purge(mark, later(1h + by, 1h), false));
    EXPECT_FALSE(may_purge(mark, later(3h + by, 3h), false));
    EXPECT_TRUE(may_purge(mark, later(1h + by, 1h, true), false));
    EXPECT_TRUE(may_purge(mark, later(1h + by, 1h), true));
  }
}

TEST(MayPurge, AfterARebootOnlyAVouchedClockThatWentForward) {
  EXPECT_FALSE(may_purge(mark, later(1h, -50min), false));
  EXPECT_TRUE(may_purge(mark, later(1h, -50min, true), false));
  EXPECT_TRUE(may_purge(mark, later(1h, -50min), true));
  EXPECT_FALSE(may_purge(mark, later(-1us, -50min, true), true));
}

}  // namespace
}  // namespace senja::rules
