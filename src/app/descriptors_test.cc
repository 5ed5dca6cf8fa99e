#include "app/descriptors.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

namespace senja::app {
namespace {

TEST(Descriptors, TheSoftLimitBecomesTheHardOne) {
  rlimit was{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &was), 0);
  rlimit low = was;
  low.rlim_cur = was.rlim_max < 100 ? was.rlim_max : 100;
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &low), 0);
  const DescriptorLimit limit = raise_descriptor_limit();
  EXPECT_EQ(limit.before, low.rlim_cur);
  EXPECT_EQ(limit.now, was.rlim_max);
  rlimit now{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &now), 0);
  EXPECT_EQ(now.rlim_cur, was.rlim_max);
}

}  // namespace
}  // namespace senja::app
