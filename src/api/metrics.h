// The counters in Prometheus' text format.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "inbound/counts.h"
#include "senja/model/ids.h"
#include "store/store.h"
#include "store/views.h"

namespace senja::api {

inline constexpr std::string_view metrics_content_type = "text/plain; version=0.0.4; charset=utf-8";

struct Gauges {
  store::Health store;
  store::Totals totals;
};

// `counts`: one a source, in the order of `sources`.
std::string metrics_text(const std::vector<SourceName>& sources, const std::vector<inbound::SourceTotals>& counts,
                         const Gauges& gauges);

}  // namespace senja::api
