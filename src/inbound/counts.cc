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

void SourceCounts::add_to(SourceTotals& totals) const {
  for (std::size_t i = 0; i < outcomes_.size(); ++i) totals.outcomes[i] += outcomes_[i].load(std::memory_order_relaxed);
  for (std::size_t i = 0; i < latency_.size(); ++i) totals.latency[i] += latency_[i].load(std::memory_order_relaxed);
  totals.latency_micros += latency_micros_.load(std::memory_order_relaxed);
}

SourceCounts* Counts::add_thread() {
  threads_.push_back(std::make_unique<SourceCounts[]>(sources_));
  return threads_.back().get();
}

std::vector<SourceTotals> Counts::totals() const {
  std::vector<SourceTotals> totals(sources_);
  for (const auto& thread : threads_)
    for (std::size_t i = 0; i < sources_; ++i) thread[i].add_to(totals[i]);
  return totals;
}

}  // namespace senja::inbound
