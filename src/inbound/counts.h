// What happened to the events of each source: counted by the I/O threads, each for itself, and summed when asked.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "senja/model/outcome.h"
#include "senja/model/time.h"

namespace senja::inbound {

// The outcomes of the table, and repeats apart from what they repeat.
inline constexpr std::size_t outcome_label_count = code_count + 1;
constexpr std::size_t outcome_label(Code code, bool repeat) { return repeat ? code_count : static_cast<std::size_t>(code); }
constexpr std::string_view outcome_label_text(std::size_t label) {
  return label == code_count ? std::string_view{"duplicate"} : outcome_table[label].text;
}

// Why a request to a source was turned away before anything of it was read as an event.
enum class Refusal : std::uint8_t { address, certificate, method, too_large, encoding, rate };
inline constexpr std::array<std::string_view, 6> refusal_texts{"address",   "certificate", "method",
                                                               "too_large", "encoding",    "rate"};
constexpr std::string_view text(Refusal why) { return refusal_texts[static_cast<std::size_t>(why)]; }

// Upper bounds of the answer times counted, in microseconds; beyond the last is one more bucket.
inline constexpr std::array<std::int64_t, 14> latency_bounds{
    250, 500, 1'000, 2'500, 5'000, 10'000, 25'000, 50'000, 100'000, 250'000, 500'000, 1'000'000, 2'500'000, 5'000'000};

struct SourceTotals {
  std::array<std::uint64_t, outcome_label_count> outcomes{};
  std::array<std::uint64_t, latency_bounds.size() + 1> latency{};
  std::uint64_t latency_micros = 0;
  std::array<std::uint64_t, refusal_texts.size()> refusals{};
};

// One source on one thread. That thread writes, any thread reads.
class alignas(64) SourceCounts {
 public:
  void count(Code code, bool repeat, Micros took);
  void count(Refusal why);
  void add_to(SourceTotals& totals) const;

 private:
  std::array<std::atomic<std::uint64_t>, outcome_label_count> outcomes_{};
  std::array<std::atomic<std::uint64_t>, latency_bounds.size() + 1> latency_{};
  std::atomic<std::uint64_t> latency_micros_ = 0;
  std::array<std::atomic<std::uint64_t>, refusal_texts.size()> refusals_{};
};

}  // namespace senja::inbound
