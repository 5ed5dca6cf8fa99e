#include "api/metrics.h"

#include "inbound/standing.h"

#include <gtest/gtest.h>

namespace senja::api {
namespace {

using namespace std::chrono_literals;

struct Metrics : testing::Test {
  Metrics() {
    rewards.counts(0).count(Code::applied, false, 1ms);
    rewards.counts(0).count(Code::applied, true, 2ms);
    rewards.counts(0).count(inbound::Refusal::rate);
    bookings.counts(0).count(Code::expired, false, 10s);
    text = metrics_text({{"rewards", rewards.totals(), true}, {"bookings", bookings.totals()}},
                        {.store = {.reasons = {}, .clock_suspect = true, .commits = 7},
                         .totals = {.events = 3, .letters_open = 1, .resources = 2, .waiting = {{"bookings", 4}}},
                         .process = {.listeners = {{"public", 12, 40, {{"tls", 3}}}},
                                     .log_lines_dropped = 5,
                                     .reloads_done = 2,
                                     .reloads_refused = 1}});
  }
  void has(std::string_view line) const {
    EXPECT_NE(text.find(std::string{line} + "\n"), std::string::npos) << line << "\n" << text;
  }

  inbound::Standing rewards{1, {}}, bookings{1, {}};
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

TEST_F(Metrics, WhoWasTurnedAwayAndWhoIsSilent) {
  has(R"(senja_refused_total{source="rewards",reason="rate"} 1)");
  has(R"(senja_source_silent{source="rewards"} 1)");
  EXPECT_EQ(text.find(R"(senja_source_silent{source="bookings"})"), std::string::npos);
}

TEST_F(Metrics, TheProcess) {
  has(R"(senja_connections{listener="public"} 12)");
  has(R"(senja_connections_total{listener="public"} 40)");
  has(R"(senja_connections_closed_early_total{listener="public",reason="tls"} 3)");
  has("senja_log_lines_dropped_total 5");
  has(R"(senja_config_reloads_total{result="done"} 2)");
  has(R"(senja_config_reloads_total{result="refused"} 1)");
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
