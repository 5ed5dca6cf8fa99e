#include "config/duration.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "senja/model/limits.h"

namespace senja::config {
namespace {

TEST(Duration, OneNumberAndOneUnit) {
  using namespace std::chrono_literals;
  EXPECT_EQ(parse_duration("500ms"), 500ms);
  EXPECT_EQ(parse_duration("0s"), 0s);
  EXPECT_EQ(parse_duration("5s"), 5s);
  EXPECT_EQ(parse_duration("15m"), 15min);
  EXPECT_EQ(parse_duration("26h"), 26h);
  EXPECT_EQ(parse_duration("366d"), std::chrono::hours{24 * 366});
}

TEST(Duration, TIM06_EverythingElseIsRefused) {
  for (const char* text : {"",
                           "5",
                           "s",
                           "-5s",
                           "+5s",
                           "nan",
                           "inf",
                           "nans",
                           "soon",
                           "1.5s",
                           "1e3s",
                           " 5s",
                           "5s ",
                           "5 s",
                           "5S",
                           "5sec",
                           "5us",
                           "1h30m",
                           "0x5s",
                           "367d",
                           "99999999999999999999s",
                           "9223372036854775807d"})
    EXPECT_FALSE(parse_duration(text)) << text;
}

RC_GTEST_PROP(Duration, WhatIsPrintedReadsTheSame, ()) {
  const auto ms = *rc::gen::inRange<std::int64_t>(0, limits::config_time_max.count() / 1000 + 1);
  const Micros span{ms * 1000};
  const auto read = parse_duration(format_duration(span));
  RC_ASSERT(read.has_value());
  RC_ASSERT(read.value() == span);
}

}  // namespace
}  // namespace senja::config
