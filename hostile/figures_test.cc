#include "figures.h"

#include <gtest/gtest.h>

namespace senja::hostile {
namespace {

TEST(Figures, Percentiles) {
  std::vector<Micros> hundred;
  for (int i = 100; i >= 1; --i) hundred.emplace_back(i * 1000);
  EXPECT_DOUBLE_EQ(percentile_ms(hundred, 0.5), 50);
  EXPECT_DOUBLE_EQ(percentile_ms(hundred, 0.99), 99);
  EXPECT_DOUBLE_EQ(percentile_ms(hundred, 1), 100);
  EXPECT_DOUBLE_EQ(percentile_ms(hundred, 0), 1);
  EXPECT_DOUBLE_EQ(percentile_ms({Micros{1500}}, 0.99), 1.5);
  EXPECT_DOUBLE_EQ(percentile_ms({}, 0.99), 0);
}

TEST(Figures, Medians) {
  EXPECT_DOUBLE_EQ(median({3, 1, 2}), 2);
  EXPECT_DOUBLE_EQ(median({4, 1, 2, 3}), 2.5);
  EXPECT_DOUBLE_EQ(median({}), 0);
}

}  // namespace
}  // namespace senja::hostile
