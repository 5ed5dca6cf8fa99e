#include "inbound/counts.h"

#include <algorithm>

namespace senja::inbound {

namespace {

// There is one writer: a plain load and store do, without a locked instruction.
void bump(std::atomic<std::uint64_t>& counter, std::uint64_t by = 1) {
  counter.store(counter.load(std::memory_order_relaxed) + by, std::memory_order_relaxed);
}

}  // namespace

void SourceCounts::count(Code code, bool repeat, Micros took) {
  bump(outcomes_[outcome_label(code, repeat)]);
  const auto bucket = std::ranges::lower_bound(latency_bounds, took.count()) - latency_bounds.begin();
  bump(latency_[static_cast<std::size_t>(bucket)]);
  bump(latency_micros_, static_cast<std::uint64_t>(std::max<std::int64_t>(took.count(), 0)));
}

void SourceCounts::count(Refusal why) { bump(refusals_[static_cast<std::size_t>(why)]); }

void SourceCounts::add_to(SourceTotals& totals) const {
  for (std::size_t i = 0; i < outcomes_.size(); ++i) totals.outcomes[i] += outcomes_[i].load(std::memory_order_relaxed);
  for (std::size_t i = 0; i < latency_.size(); ++i) totals.latency[i] += latency_[i].load(std::memory_order_relaxed);
  for (std::size_t i = 0; i < refusals_.size(); ++i) totals.refusals[i] += refusals_[i].load(std::memory_order_relaxed);
  totals.latency_micros += latency_micros_.load(std::memory_order_relaxed);
}

}  // namespace senja::inbound
