#include "api/metrics.h"

#include <gtest/gtest.h>

namespace senja::api {
namespace {

using namespace std::chrono_literals;

struct Metrics : testing::Test {
  Metrics() {
    inbound::SourceCounts* rows = counts.add_thread();
    rows[0].count(Code::applied, false, 1ms);
    rows[0].count(Code::applied, true, 2ms);
    rows[1].count(Code::expired, false, 10s);
    text = metrics_text({{"rewards"}, {"bookings"}}, counts.totals(),
                        {.store = {.reasons = {}, .clock_suspect = true, .commits = 7},
                         .totals = {.events = 3, .letters_open = 1, .resources = 2, .waiting = {{"bookings", 4}}}});
  }
  void has(std::string_view line) const {
    EXPECT_NE(text.find(std::string{line} + "\n"), std::string::npos) << line << "\n" << text;
  }

  inbound::Counts counts{2};
  std::string text;
};

TEST_F(Metrics, EventsByOutcome) {
  has(R"(senja_events_total{source="rewards",outcome="applied"} 1)");
  has(R"(senja_events_total{source="rewards",outcome="duplicate"} 1)");
  has(R"(senja_events_total{source="bookings",outcome="expired"} 1)");
}

TEST_F(Metrics, TimesAsACumulativeHistogram) {
  has(R"(senja_event_seconds_bucket{source="rewards",le="0.0005"} 0)");
  has(R"(senja_event_seconds_bucket{source="rewards",le="0.001"} 1)");
  has(R"(senja_event_seconds_bucket{source="rewards",le="+Inf"} 2)");
  has(R"(senja_event_seconds_count{source="rewards"} 2)");
  has(R"(senja_event_seconds_bucket{source="bookings",le="5"} 0)");
  has(R"(senja_event_seconds_sum{source="bookings"} 10)");
}

TEST_F(Metrics, TheStore) {
  has(R"(senja_waiting{source="rewards"} 0)");
  has(R"(senja_waiting{source="bookings"} 4)");
  has("senja_clock_suspect 1");
  has("senja_dead_letters_open 1");
  has("senja_store_commits_total 7");
}

}  // namespace
}  // namespace senja::api
