// What happened to the events of each source: counted by the I/O threads, each for itself, and summed when asked.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "senja/model/outcome.h"
#include "senja/model/time.h"

namespace senja::inbound {

// The outcomes of the table, and repeats apart from what they repeat.
inline constexpr std::size_t outcome_label_count = code_count + 1;
constexpr std::size_t outcome_label(Code code, bool repeat) { return repeat ? code_count : static_cast<std::size_t>(code); }
constexpr std::string_view outcome_label_text(std::size_t label) {
  return label == code_count ? std::string_view{"duplicate"} : outcome_table[label].text;
}

// Upper bounds of the answer times counted, in microseconds; beyond the last is one more bucket.
inline constexpr std::array<std::int64_t, 14> latency_bounds{
    250, 500, 1'000, 2'500, 5'000, 10'000, 25'000, 50'000, 100'000, 250'000, 500'000, 1'000'000, 2'500'000, 5'000'000};

struct SourceTotals {
  std::array<std::uint64_t, outcome_label_count> outcomes{};
  std::array<std::uint64_t, latency_bounds.size() + 1> latency{};
  std::uint64_t latency_micros = 0;
};

// One source on one thread. That thread writes, any thread reads.
class SourceCounts {
 public:
  void count(Code code, bool repeat, Micros took);
  void add_to(SourceTotals& totals) const;

 private:
  std::array<std::atomic<std::uint64_t>, outcome_label_count> outcomes_{};
  std::array<std::atomic<std::uint64_t>, latency_bounds.size() + 1> latency_{};
  std::atomic<std::uint64_t> latency_micros_ = 0;
};

// All threads' counts. Rows are added before the threads start.
class Counts {
 public:
  explicit Counts(std::size_t sources) : sources_(sources) {}
  SourceCounts* add_thread();  // an array, one a source in the settings' order
  std::vector<SourceTotals> totals() const;

 private:
  std::size_t sources_;
  std::vector<std::unique_ptr<SourceCounts[]>> threads_;
};

}  // namespace senja::inbound
