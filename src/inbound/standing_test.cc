#include "inbound/standing.h"

#include <gtest/gtest.h>

#include <numeric>
#include <thread>

namespace senja::inbound {
namespace {

using namespace std::chrono_literals;

TEST(Counts, RepeatsAreCountedApart) {
  Standing source{1, {}};
  SourceCounts& row = source.counts(0);
  row.count(Code::applied, false, 1ms);
  row.count(Code::applied, true, 1ms);
  row.count(Code::expired, true, 1ms);
  row.count(Refusal::rate);
  const SourceTotals totals = source.totals();
  EXPECT_EQ(totals.outcomes[outcome_label(Code::applied, false)], 1u);
  EXPECT_EQ(totals.outcomes[outcome_label(Code::expired, false)], 0u);
  EXPECT_EQ(totals.outcomes[outcome_label(Code::expired, true)], 2u);
  EXPECT_EQ(totals.refusals[static_cast<std::size_t>(Refusal::rate)], 1u);
  EXPECT_EQ(text(Refusal::rate), "rate");
  EXPECT_EQ(outcome_label_text(outcome_label(Code::expired, true)), "duplicate");
  EXPECT_EQ(outcome_label_text(outcome_label(Code::conflict_rows, false)), "conflict.rows");
}

TEST(Counts, ABucketHoldsItsUpperBound) {
  Standing source{1, {}};
  SourceCounts& row = source.counts(0);
  row.count(Code::applied, false, Micros{250});
  row.count(Code::applied, false, Micros{251});
  row.count(Code::applied, false, 1h);
  const SourceTotals totals = source.totals();
  EXPECT_EQ(totals.latency.front(), 1u);
  EXPECT_EQ(totals.latency[1], 1u);
  EXPECT_EQ(totals.latency.back(), 1u);
  EXPECT_EQ(totals.latency_micros, 501u + 3'600'000'000u);
}

TEST(Counts, ThreadsAddUp) {
  Standing source{2, {}};
  const auto work = [&source](std::size_t thread) {
    for (int i = 0; i < 10'000; ++i) source.counts(thread).count(Code::stale, false, 1ms);
  };
  std::thread one(work, 0), two(work, 1);
  one.join();
  two.join();
  const SourceTotals totals = source.totals();
  EXPECT_EQ(totals.outcomes[outcome_label(Code::stale, false)], 20'000u);
  EXPECT_EQ(std::accumulate(totals.latency.begin(), totals.latency.end(), std::uint64_t{0}), 20'000u);
}

TEST(Standings, ANameKeepsItsStandingForEver) {
  Standings standings{1};
  const auto first = standings.of("rewards", SteadyTime{1s});
  first->counts(0).count(Code::applied, false, 1ms);
  EXPECT_EQ(standings.of("rewards", SteadyTime{9s}), first);
  EXPECT_NE(standings.of("bookings", SteadyTime{9s}), first);
  EXPECT_EQ(standings.all().size(), 2u);
  EXPECT_EQ(first->silent_for(SteadyTime{11s}), 10s) << "silence counts from the start";
  first->heard(SteadyTime{11s});
  EXPECT_EQ(first->silent_for(SteadyTime{12s}), 1s);
}

}  // namespace
}  // namespace senja::inbound
