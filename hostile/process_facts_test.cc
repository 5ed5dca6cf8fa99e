#include "process_facts.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <limits>
#include <string>

namespace senja::hostile {
namespace {

TEST(ProcessFacts, OfThisVeryProcess) {
  const auto before = memory_of(::getpid());
  ASSERT_TRUE(before);
  EXPECT_GT(before->now_mib, 0.5);
  EXPECT_GE(before->peak_mib, before->now_mib);
  const std::string block(32 * 1024 * 1024, 'x');
  EXPECT_GT(memory_of(::getpid())->now_mib, before->now_mib + 30) << block.size();

  const auto descriptors = descriptors_of(::getpid());
  const int one = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  EXPECT_EQ(descriptors_of(::getpid()), *descriptors + 1);
  ::close(one);
  EXPECT_EQ(descriptors_of(::getpid()), descriptors);
}

TEST(ProcessFacts, CpuGrowsWithWork) {
  const auto before = cpu_seconds_of(::getpid());
  ASSERT_TRUE(before);
  volatile unsigned sum = 0;
  while (*cpu_seconds_of(::getpid()) < *before + 0.05) sum = sum + 1;  // ends: looking costs, too
  EXPECT_GT(sum, 0U);
}

TEST(ProcessFacts, OfNobody) {
  const pid_t nobody = std::numeric_limits<pid_t>::max();
  EXPECT_FALSE(memory_of(nobody));
  EXPECT_FALSE(cpu_seconds_of(nobody));
  EXPECT_FALSE(descriptors_of(nobody));
}

}  // namespace
}  // namespace senja::hostile
