// The counters in Prometheus' text format.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "inbound/counts.h"
#include "store/store.h"
#include "store/views.h"

namespace senja::api {

inline constexpr std::string_view metrics_content_type = "text/plain; version=0.0.4; charset=utf-8";

// A source that is served, or was until a reload: its counts stay.
struct SourceMetrics {
  std::string name;
  inbound::SourceTotals totals;
  std::optional<bool> silent{};  // where expect_every says how often it should be heard from
};

struct ListenerMetrics {
  std::string_view name;  // static text: public, admin
  std::uint64_t open = 0, accepted = 0;
  std::vector<std::pair<std::string_view, std::uint64_t>> closed_early{};  // by reason, static text
};

struct Process {
  std::vector<ListenerMetrics> listeners{};
  std::uint64_t log_lines_dropped = 0;
  std::uint64_t reloads_done = 0, reloads_refused = 0;
};

struct Gauges {
  store::Health store;
  store::Totals totals;
  Process process{};
};

std::string metrics_text(const std::vector<SourceMetrics>& sources, const Gauges& gauges);

}  // namespace senja::api
