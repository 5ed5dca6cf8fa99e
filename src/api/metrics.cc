#include "api/metrics.h"

#include <prometheus/metric_family.h>
#include <prometheus/text_serializer.h>

#include <limits>
#include <utility>

namespace senja::api {

namespace {

using prometheus::ClientMetric;
using prometheus::MetricFamily;
using prometheus::MetricType;

constexpr double micros_per_second = 1e6;

MetricFamily family(std::string name, std::string help, MetricType type);
ClientMetric gauge(std::int64_t value, std::vector<ClientMetric::Label> labels = {});
MetricFamily events(const std::vector<SourceName>& sources, const std::vector<inbound::SourceTotals>& counts);
MetricFamily latencies(const std::vector<SourceName>& sources, const std::vector<inbound::SourceTotals>& counts);
MetricFamily waiting(const std::vector<SourceName>& sources, const store::Totals& totals);
MetricFamily single(std::string name, std::string help, std::int64_t value);
MetricFamily total(std::string name, std::string help, std::uint64_t count);

}  // namespace

std::string metrics_text(const std::vector<SourceName>& sources, const std::vector<inbound::SourceTotals>& counts,
                         const Gauges& gauges) {
  const store::Totals& totals = gauges.totals;
  const std::vector<MetricFamily> families{
      events(sources, counts),
      latencies(sources, counts),
      waiting(sources, totals),
      single("senja_clock_suspect", "1 while the wall clock stepped and nobody has vouched for it",
             gauges.store.clock_suspect),
      single("senja_store_queued", "intents that the next commits will take",
             static_cast<std::int64_t>(gauges.store.queued)),
      single("senja_store_log_pages", "pages in the write-ahead log", static_cast<std::int64_t>(gauges.store.log_pages)),
      single("senja_store_events", "events in the history", totals.events),
      single("senja_store_resources", "resources", totals.resources),
      single("senja_dead_letters_open", "dead letters that are not resolved", totals.letters_open),
      total("senja_store_commits_total", "commits", gauges.store.commits),
      total("senja_store_redone_total", "events judged again because a neighbour broke their commit", gauges.store.redone),
      total("senja_store_invariant_failures_total", "writes that did not find what was decided on",
            gauges.store.invariant_failures),
  };
  return prometheus::TextSerializer{}.Serialize(families);
}

namespace {

MetricFamily events(const std::vector<SourceName>& sources, const std::vector<inbound::SourceTotals>& counts) {
  MetricFamily all = family("senja_events_total", "deliveries answered, by outcome", MetricType::Counter);
  for (std::size_t i = 0; i < sources.size(); ++i) {
    for (std::size_t label = 0; label < inbound::outcome_label_count; ++label) {
      if (counts[i].outcomes[label] == 0) continue;  // what never happened needs no line
      ClientMetric metric;
      metric.label = {{"source", sources[i].text}, {"outcome", std::string{inbound::outcome_label_text(label)}}};
      metric.counter.value = static_cast<double>(counts[i].outcomes[label]);
      all.metric.push_back(std::move(metric));
    }
  }
  return all;
}

MetricFamily latencies(const std::vector<SourceName>& sources, const std::vector<inbound::SourceTotals>& counts) {
  MetricFamily all = family("senja_event_seconds", "from the whole request to its answer", MetricType::Histogram);
  for (std::size_t i = 0; i < sources.size(); ++i) {
    ClientMetric metric;
    metric.label = {{"source", sources[i].text}};
    std::uint64_t so_far = 0;
    for (std::size_t bucket = 0; bucket < counts[i].latency.size(); ++bucket) {
      so_far += counts[i].latency[bucket];
      const bool last = bucket == inbound::latency_bounds.size();
      const double bound = last ? std::numeric_limits<double>::infinity()
                                : static_cast<double>(inbound::latency_bounds[bucket]) / micros_per_second;
      metric.histogram.bucket.push_back({so_far, bound});
    }
    metric.histogram.sample_count = so_far;
    metric.histogram.sample_sum = static_cast<double>(counts[i].latency_micros) / micros_per_second;
    all.metric.push_back(std::move(metric));
  }
  return all;
}

// Every source has a line, so that a graph shows nought and not nothing.
MetricFamily waiting(const std::vector<SourceName>& sources, const store::Totals& totals) {
  MetricFamily all = family("senja_waiting", "events that could not be judged yet", MetricType::Gauge);
  for (const SourceName& source : sources) {
    std::int64_t count = 0;
    for (const auto& [name, waits] : totals.waiting)
      if (name == source.text) count += waits;
    all.metric.push_back(gauge(count, {{"source", source.text}}));
  }
  return all;
}

MetricFamily single(std::string name, std::string help, std::int64_t value) {
  MetricFamily one = family(std::move(name), std::move(help), MetricType::Gauge);
  one.metric.push_back(gauge(value));
  return one;
}

MetricFamily total(std::string name, std::string help, std::uint64_t count) {
  MetricFamily one = family(std::move(name), std::move(help), MetricType::Counter);
  one.metric.emplace_back().counter.value = static_cast<double>(count);
  return one;
}

MetricFamily family(std::string name, std::string help, MetricType type) {
  MetricFamily one;
  one.name = std::move(name);
  one.help = std::move(help);
  one.type = type;
  return one;
}

ClientMetric gauge(std::int64_t value, std::vector<ClientMetric::Label> labels) {
  ClientMetric metric;
  metric.label = std::move(labels);
  metric.gauge.value = static_cast<double>(value);
  return metric;
}

}  // namespace

}  // namespace senja::api
