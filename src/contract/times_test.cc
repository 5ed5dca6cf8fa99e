#include "senja/contract/times.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <initializer_list>

#include "senja/model/limits.h"

namespace senja::contract {
namespace {

constexpr std::int64_t second = 1'000'000;

std::optional<std::int64_t> micros(std::string_view text) {
  const auto at = parse_rfc3339(text);
  if (!at) return std::nullopt;
  return at->time_since_epoch().count();
}

TEST(Rfc3339, ReadsTheTable) {
  struct Row {
    std::string_view text;
    std::int64_t micros;
  };
  for (const auto& [text, expected] : {
           Row{"1970-01-01T00:00:00Z", 0},
           Row{"2023-11-14T22:13:20Z", 1'700'000'000 * second},
           Row{"2023-11-14t22:13:20z", 1'700'000'000 * second},
           Row{"2023-11-15T00:13:20+02:00", 1'700'000'000 * second},
           Row{"2023-11-14T14:43:20-07:30", 1'700'000'000 * second},
           Row{"2023-11-14T22:13:20-00:00", 1'700'000'000 * second},
           Row{"2023-11-14T22:13:20.5Z", 1'700'000'000 * second + 500'000},
           Row{"2023-11-14T22:13:20.123456Z", 1'700'000'000 * second + 123'456},
           Row{"2023-11-14T22:13:20.1234569999999999Z", 1'700'000'000 * second + 123'456},
           Row{"2016-12-31T23:59:60Z", 1'483'228'800 * second},
           Row{"2016-12-31T15:59:60-08:00", 1'483'228'800 * second},
           Row{"2024-02-29T00:00:00Z", 1'709'164'800 * second},
           Row{"2000-02-29T00:00:00Z", 951'782'400 * second},
           Row{"1969-12-31T23:59:59.999999Z", -1},
           Row{"0001-01-01T00:00:00Z", -62'135'596'800 * second},
           Row{"9999-12-31T23:59:59.999999Z", 253'402'300'799 * second + 999'999},
           Row{"9999-12-31T23:59:60Z", 253'402'300'800 * second},
       })
    EXPECT_EQ(micros(text), expected) << text;
}

TEST(Rfc3339, RefusesTheTable) {
  for (const std::string_view text : {
           "",
           "soon",
           "1700000000",
           "2023-11-14",
           "2023-11-14T22:13:20",
           "2023-11-14 22:13:20Z",
           "2023-11-14T22:13Z",
           "2023-11-14T22:13:20.Z",
           "2023-11-14T22:13:20,5Z",
           "2023-11-14T24:00:00Z",
           "2023-11-14T22:60:00Z",
           "2023-11-14T22:13:61Z",
           "2023-13-01T00:00:00Z",
           "2023-00-01T00:00:00Z",
           "2023-02-29T00:00:00Z",
           "1900-02-29T00:00:00Z",
           "2023-04-31T00:00:00Z",
           "2023-11-00T00:00:00Z",
           "0000-01-01T00:00:00Z",
           "10000-01-01T00:00:00Z",
           "-2023-11-14T22:13:20Z",
           "+2023-11-14T22:13:20Z",
           "23-11-14T22:13:20Z",
           "2023-11-14T22:13:20+0200",
           "2023-11-14T22:13:20+02",
           "2023-11-14T22:13:20+24:00",
           "2023-11-14T22:13:20+02:60",
           "2023-11-14T22:13:20Z ",
           " 2023-11-14T22:13:20Z",
           "2023-11-14T22:13:20ZZ",
           "2023-11-14T22:13:20UTC",
           "2023-11-14T22:13:20+02:00Z",
           "2023-1-14T22:13:20Z",
           "2023-W46-2T22:13:20Z",
           "20231114T221320Z",
           "2023-11-14T+2:13:20Z",
           "2023-11-14T22:13:20.+5Z",
       })
    EXPECT_EQ(micros(text), std::nullopt) << text;
}

TEST(Rfc3339, WritesMilliseconds) {
  EXPECT_EQ(format_rfc3339(WallTime{Micros{1'700'000'000 * second + 123'999}}), "2023-11-14T22:13:20.123Z");
  EXPECT_EQ(format_rfc3339(WallTime{}), "1970-01-01T00:00:00.000Z");
  EXPECT_EQ(format_rfc3339(WallTime{Micros{-1}}), "1969-12-31T23:59:59.999Z");
  EXPECT_EQ(format_rfc3339(forever), "9999-12-31T23:59:59.999Z");
  EXPECT_EQ(format_rfc3339(WallTime::min()), "0000-01-01T00:00:00.000Z");
}

RC_GTEST_PROP(Rfc3339, ReadUndoesWrite, ()) {
  const auto ms = *rc::gen::inRange<std::int64_t>(-62'135'596'800'000, 253'402'300'800'000);
  const WallTime at{std::chrono::milliseconds{ms}};
  RC_ASSERT(parse_rfc3339(format_rfc3339(at)) == at);
}

std::optional<std::int64_t> read(const Scalar& value, TimeUnit unit) {
  const auto at = read_time(value, unit);
  if (!at) return std::nullopt;
  return at->time_since_epoch().count();
}

TEST(ReadTime, IntegersInTheDeclaredUnit) {
  constexpr std::int64_t in_s = 1'700'000'000, in_ms = in_s * 1000 + 7;
  EXPECT_EQ(read(in_s, TimeUnit::s), in_s * second);
  EXPECT_EQ(read(in_ms, TimeUnit::ms), in_ms * 1000);
  EXPECT_EQ(read(in_ms, TimeUnit::s), std::nullopt);  // never reinterpreted
  EXPECT_EQ(read(in_s, TimeUnit::ms), std::nullopt);
}

TEST(ReadTime, BoundsAreExactAndNothingWraps) {
  constexpr std::int64_t s_min = 1'000'000'000, s_max = 253'402'300'799;
  EXPECT_EQ(read(s_min, TimeUnit::s), s_min * second);
  EXPECT_EQ(read(s_min - 1, TimeUnit::s), std::nullopt);
  EXPECT_EQ(read(s_max, TimeUnit::s), s_max * second);
  EXPECT_EQ(read(s_max + 1, TimeUnit::s), std::nullopt);
  EXPECT_EQ(read(s_min * 1000, TimeUnit::ms), s_min * second);
  EXPECT_EQ(read(s_min * 1000 - 1, TimeUnit::ms), std::nullopt);
  EXPECT_EQ(read(s_max * 1000 + 999, TimeUnit::ms), s_max * second + 999'000);
  EXPECT_EQ(read(s_max * 1000 + 1000, TimeUnit::ms), std::nullopt);
  for (const TimeUnit unit : {TimeUnit::s, TimeUnit::ms, TimeUnit::automatic})
    for (const std::int64_t count : {INT64_MIN, INT64_MAX, std::int64_t{0}, std::int64_t{-1}, std::int64_t{-1'700'000'000}})
      EXPECT_EQ(read(count, unit), std::nullopt) << count;
}

TEST(ReadTime, TIM04_AutomaticTellsPlausibleUnitsApart) {
  EXPECT_EQ(read(std::int64_t{1'000'000'000}, TimeUnit::automatic), 1'000'000'000 * second);
  EXPECT_EQ(read(std::int64_t{9'999'999'999}, TimeUnit::automatic), 9'999'999'999 * second);
  EXPECT_EQ(read(std::int64_t{1'000'000'000'000}, TimeUnit::automatic), 1'000'000'000 * second);
  EXPECT_EQ(read(std::int64_t{9'999'999'999'999}, TimeUnit::automatic), 9'999'999'999'999 * 1000);
  for (const auto neither : std::initializer_list<std::int64_t>{999'999'999, 10'000'000'000, 999'999'999'999,
                                                                10'000'000'000'000, 1'700'000'000'000'000})
    EXPECT_EQ(read(neither, TimeUnit::automatic), std::nullopt) << neither;
}

TEST(ReadTime, TextUnderAnyUnit) {
  for (const TimeUnit unit : {TimeUnit::s, TimeUnit::ms, TimeUnit::automatic}) {
    EXPECT_EQ(read("2023-11-14T22:13:20Z", unit), 1'700'000'000 * second);
    EXPECT_EQ(read("2001-09-09T01:46:39.999999Z", unit), std::nullopt);
    EXPECT_EQ(read("9999-12-31T23:59:60Z", unit), std::nullopt);
  }
}

TEST(ReadTime, SEED05_NoOtherKindOfValueIsATime) {
  for (const TimeUnit unit : {TimeUnit::s, TimeUnit::ms, TimeUnit::automatic})
    for (const Scalar& value :
         {Scalar{"1700000000"}, Scalar{""}, Scalar{std::monostate{}}, Scalar{true}, Scalar{NumberText{"1700000000.5"}},
          Scalar{NumberText{"1.7e9"}}, Scalar{NumberText{"9223372036854775808"}}})
      EXPECT_EQ(read(value, unit), std::nullopt);
}

RC_GTEST_PROP(ReadTime, WhatIsReadLiesWithinTheLimits, (std::int64_t count)) {
  for (const TimeUnit unit : {TimeUnit::s, TimeUnit::ms, TimeUnit::automatic})
    if (const auto at = read_time(count, unit)) RC_ASSERT(limits::event_time_min <= *at && *at <= limits::event_time_max);
}

}  // namespace
}  // namespace senja::contract
