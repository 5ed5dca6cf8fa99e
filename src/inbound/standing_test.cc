#include "inbound/counts.h"

#include <gtest/gtest.h>

#include <numeric>
#include <thread>

namespace senja::inbound {
namespace {

using namespace std::chrono_literals;

TEST(Counts, RepeatsAreCountedApart) {
  Counts counts{1};
  SourceCounts* row = counts.add_thread();
  row->count(Code::applied, false, 1ms);
  row->count(Code::applied, true, 1ms);
  row->count(Code::expired, true, 1ms);
  const SourceTotals totals = counts.totals()[0];
  EXPECT_EQ(totals.outcomes[outcome_label(Code::applied, false)], 1u);
  EXPECT_EQ(totals.outcomes[outcome_label(Code::expired, false)], 0u);
  EXPECT_EQ(totals.outcomes[outcome_label(Code::expired, true)], 2u);
  EXPECT_EQ(outcome_label_text(outcome_label(Code::expired, true)), "duplicate");
  EXPECT_EQ(outcome_label_text(outcome_label(Code::conflict_rows, false)), "conflict.rows");
}

TEST(Counts, ABucketHoldsItsUpperBound) {
  Counts counts{1};
  SourceCounts* row = counts.add_thread();
  row->count(Code::applied, false, Micros{250});
  row->count(Code::applied, false, Micros{251});
  row->count(Code::applied, false, 1h);
  const SourceTotals totals = counts.totals()[0];
  EXPECT_EQ(totals.latency.front(), 1u);
  EXPECT_EQ(totals.latency[1], 1u);
  EXPECT_EQ(totals.latency.back(), 1u);
  EXPECT_EQ(totals.latency_micros, 501u + 3'600'000'000u);
}

TEST(Counts, ThreadsAndSourcesAddUp) {
  Counts counts{2};
  SourceCounts* first = counts.add_thread();
  SourceCounts* second = counts.add_thread();
  const auto work = [](SourceCounts* row) {
    for (int i = 0; i < 10'000; ++i) row[1].count(Code::stale, false, 1ms);
  };
  std::thread one(work, first), two(work, second);
  one.join();
  two.join();
  const auto totals = counts.totals();
  EXPECT_EQ(totals[1].outcomes[outcome_label(Code::stale, false)], 20'000u);
  EXPECT_EQ(std::accumulate(totals[1].latency.begin(), totals[1].latency.end(), std::uint64_t{0}), 20'000u);
  EXPECT_EQ(totals[0].outcomes[outcome_label(Code::stale, false)], 0u);
}

}  // namespace
}  // namespace senja::inbound
