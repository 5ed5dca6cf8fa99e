#include "contract/schema/decimal.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace senja::contract::schema {
namespace {

TEST(Decimal, TheSameNumberIsTheSameHoweverItIsSpelled) {
  for (const std::string_view one : {"1", "1.0", "1.000", "10e-1", "0.1e1", "1e0", "1E+0", "100e-2"})
    EXPECT_EQ(decimal(one), decimal("1")) << one;
  for (const std::string_view zero : {"0", "-0", "0.0", "0e99", "-0.00e-7"}) EXPECT_EQ(decimal(zero), decimal("0")) << zero;
  EXPECT_EQ(decimal("-12.50"), decimal("-125e-1"));
  EXPECT_NE(decimal("9007199254740992"), decimal("9007199254740993"));
  EXPECT_NE(decimal("0.1"), decimal("0.1000000000000000055511151231257827"));
}

TEST(Decimal, StandInTheirOrder) {
  constexpr std::string_view ascending[] = {"-1e999999999999",
                                            "-18446744073709551616",
                                            "-18446744073709551615",
                                            "-2",
                                            "-1.5",
                                            "-0.001",
                                            "0",
                                            "1e-30",
                                            "0.1",
                                            "0.11",
                                            "0.9",
                                            "1",
                                            "1.0000000000000000001",
                                            "9.99",
                                            "10",
                                            "9223372036854775807",
                                            "9223372036854775808",
                                            "1e20",
                                            "1.1e20",
                                            "1e400",
                                            "1e401"};
  for (std::size_t i = 0; i + 1 < std::size(ascending); ++i)
    EXPECT_TRUE(decimal(ascending[i]) < decimal(ascending[i + 1])) << ascending[i] << " " << ascending[i + 1];
}

TEST(Decimal, KnowsIntegersAndCounts) {
  for (const std::string_view integer : {"0", "-3", "1.0", "1e2", "12.50e1", "1e400", "-0.0"})
    EXPECT_TRUE(decimal(integer).is_integer()) << integer;
  for (const std::string_view other : {"0.5", "1e-1", "1.00000000000000000001"})
    EXPECT_FALSE(decimal(other).is_integer()) << other;
  EXPECT_EQ(decimal("12.0").count(), 12U);
  EXPECT_EQ(decimal("1e17").count(), 100'000'000'000'000'000U);
  EXPECT_EQ(decimal("999999999999999999").count(), 999'999'999'999'999'999U);
  for (const std::string_view none : {"-1", "0.5", "1e18", "1e999999999999", "9223372036854775807"})
    EXPECT_FALSE(decimal(none).count()) << none;
}

bool divides(std::string_view divisor, std::string_view number) {
  return Divisor::of(decimal(divisor)).value().divides(decimal(number));
}

TEST(Divisor, IsExact) {
  EXPECT_TRUE(divides("0.1", "1000000000.1"));
  EXPECT_TRUE(divides("0.01", "19.99"));
  EXPECT_TRUE(divides("0.0001", "0.0075"));
  EXPECT_FALSE(divides("0.01", "19.999"));
  EXPECT_FALSE(divides("7", "7.5"));
  EXPECT_TRUE(divides("2.5", "7.5"));
  EXPECT_TRUE(divides("3", "9007199254740993"));
  EXPECT_FALSE(divides("3", "9007199254740992"));
  EXPECT_FALSE(divides("123456789", "1e308"));
  EXPECT_TRUE(divides("1e308", "1e308"));
  EXPECT_TRUE(divides("5", "1e999999999"));
  EXPECT_TRUE(divides("7", "0"));
  EXPECT_TRUE(divides("7", "-14"));
}

TEST(Divisor, IsAboveZeroAndBounded) {
  EXPECT_FALSE(Divisor::of(decimal("0")));
  EXPECT_FALSE(Divisor::of(decimal("-1")));
  EXPECT_FALSE(Divisor::of(decimal("1234567890123456789")));
  EXPECT_TRUE(Divisor::of(decimal("123456789012345678")));
}

RC_GTEST_PROP(Decimal, AgreesWithIntegers, (std::int64_t a, std::int64_t b)) {
  const Decimal one = decimal(std::to_string(a)), other = decimal(std::to_string(b));
  RC_ASSERT((one <=> other) == std::weak_ordering(a <=> b));
  RC_ASSERT((one == other) == (a == b));
}

RC_GTEST_PROP(Divisor, AgreesWithIntegers, (std::int64_t number)) {
  const auto by = *rc::gen::inRange<std::int64_t>(1, 1000);
  const auto exponent = *rc::gen::inRange(0, 4);
  const std::string suffix = "e-" + std::to_string(exponent);  // both scaled alike
  RC_ASSERT(divides(std::to_string(by) + suffix, std::to_string(number) + suffix) == (number % by == 0));
}

}  // namespace
}  // namespace senja::contract::schema
