#include "signature/timestamp.h"

#include <gtest/gtest.h>

namespace senja::signature {
namespace {

using namespace std::chrono_literals;

TEST(Timestamp, TIM01_HasOneSpelling) {
  EXPECT_EQ(read_timestamp("1700000000", Unit::s), 1'700'000'000);
  for (const std::string text :
       {"", "abc", "12abc", " 1700000000", "1700000000 ", "+1700000000", "1.7e9", "0x6553f100", "1700000000.5", "-5",
        "-1700000000", "01700000000", "1700000000\n", "1'700'000'000", "１７００００００００", "0"})
    EXPECT_EQ(read_timestamp(text, Unit::s), std::nullopt) << text;
  EXPECT_EQ(read_timestamp(std::string(40, '1'), Unit::s), std::nullopt);
  EXPECT_EQ(read_timestamp(std::string_view{"1700000000\0", 11}, Unit::s), std::nullopt);
}

TEST(Timestamp, TIM03_AUnitIsNeverReinterpreted) {
  EXPECT_EQ(read_timestamp("1700000000000", Unit::ms), 1'700'000'000'000);
  EXPECT_EQ(read_timestamp("1700000000000", Unit::s), std::nullopt);
  EXPECT_EQ(read_timestamp("1700000000", Unit::ms), std::nullopt);
}

TEST(Timestamp, BoundsAreThoseOfEventTimes) {
  EXPECT_TRUE(read_timestamp("1000000000", Unit::s));
  EXPECT_FALSE(read_timestamp("999999999", Unit::s));
  EXPECT_TRUE(read_timestamp("253402300799", Unit::s));
  EXPECT_FALSE(read_timestamp("253402300800", Unit::s));
  EXPECT_TRUE(read_timestamp("1000000000000", Unit::ms));
  EXPECT_FALSE(read_timestamp("999999999999", Unit::ms));
  EXPECT_TRUE(read_timestamp("253402300799999", Unit::ms));
  EXPECT_FALSE(read_timestamp("253402300800000", Unit::ms));
}

TEST(Timestamp, AgeIsTakenFromTheFlooredInstant) {
  const Tolerance tolerance{300s, 10s};
  const WallTime received{1'700'000'300s + 999'999us};
  EXPECT_EQ(judge_age(1'700'000'000, Unit::s, received, tolerance), Age::right);
  EXPECT_EQ(judge_age(1'699'999'999, Unit::s, received, tolerance), Age::too_old);
  EXPECT_EQ(judge_age(1'700'000'310, Unit::s, received, tolerance), Age::right);
  EXPECT_EQ(judge_age(1'700'000'311, Unit::s, received, tolerance), Age::from_the_future);
}

TEST(Timestamp, MillisecondsAreJudgedInMilliseconds) {
  const Tolerance tolerance{1s, 1s};
  const WallTime received{1'700'000'000s + 500us};
  EXPECT_EQ(judge_age(1'699'999'999'000, Unit::ms, received, tolerance), Age::right);
  EXPECT_EQ(judge_age(1'699'999'998'999, Unit::ms, received, tolerance), Age::too_old);
  EXPECT_EQ(judge_age(1'700'000'001'000, Unit::ms, received, tolerance), Age::right);
  EXPECT_EQ(judge_age(1'700'000'001'001, Unit::ms, received, tolerance), Age::from_the_future);
}

TEST(Timestamp, ASideWithoutAToleranceIsNotJudged) {
  const WallTime received{1'700'000'000s};
  EXPECT_EQ(judge_age(1'000'000'000, Unit::s, received, {std::nullopt, 0s}), Age::right);
  EXPECT_EQ(judge_age(253'402'300'799, Unit::s, received, {0s, std::nullopt}), Age::right);
}

TEST(Timestamp, FloorGoesDownBeforeTheEpochAsWell) {
  EXPECT_EQ(floor_to(Unit::s, WallTime{-1us}), -1);
  EXPECT_EQ(floor_to(Unit::ms, WallTime{-1001us}), -2);
}

}  // namespace
}  // namespace senja::signature
