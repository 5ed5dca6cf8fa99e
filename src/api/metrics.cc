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
using Sources = std::vector<SourceMetrics>;
MetricFamily events(const Sources& sources);
MetricFamily latencies(const Sources& sources);
MetricFamily refusals(const Sources& sources);
MetricFamily silent(const Sources& sources);
MetricFamily waiting(const Sources& sources, const store::Totals& totals);
MetricFamily connections(const Process& process);
MetricFamily accepted(const Process& process);
MetricFamily closed_early(const Process& process);
MetricFamily reloads(const Process& process);
ClientMetric counter(std::uint64_t value, std::vector<ClientMetric::Label> labels);
MetricFamily single(std::string name, std::string help, std::int64_t value);
MetricFamily total(std::string name, std::string help, std::uint64_t count);

}  // namespace

std::string metrics_text(const std::vector<SourceMetrics>& sources, const Gauges& gauges) {
  const store::Totals& totals = gauges.totals;
  const std::vector<MetricFamily> families{
      events(sources),
      latencies(sources),
      refusals(sources),
      silent(sources),
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
      connections(gauges.process),
      accepted(gauges.process),
      closed_early(gauges.process),
      total("senja_log_lines_dropped_total", "event lines that the log was too slow to take",
            gauges.process.log_lines_dropped),
      reloads(gauges.process),
  };
  return prometheus::TextSerializer{}.Serialize(families);
}

namespace {

MetricFamily events(const Sources& sources) {
  MetricFamily all = family("senja_events_total", "deliveries answered, by outcome", MetricType::Counter);
  for (const SourceMetrics& source : sources)
    for (std::size_t label = 0; label < inbound::outcome_label_count; ++label)
      if (const std::uint64_t count = source.totals.outcomes[label]; count > 0)  // what never happened needs no line
        all.metric.push_back(
            counter(count, {{"source", source.name}, {"outcome", std::string{inbound::outcome_label_text(label)}}}));
  return all;
}

MetricFamily refusals(const Sources& sources) {
  MetricFamily all =
      family("senja_refused_total", "requests turned away before anything was verified, by reason", MetricType::Counter);
  for (const SourceMetrics& source : sources)
    for (std::size_t i = 0; i < inbound::refusal_texts.size(); ++i)
      if (const std::uint64_t count = source.totals.refusals[i]; count > 0)
        all.metric.push_back(counter(count, {{"source", source.name}, {"reason", std::string{inbound::refusal_texts[i]}}}));
  return all;
}

MetricFamily silent(const Sources& sources) {
  MetricFamily all =
      family("senja_source_silent", "1 while a source is silent for longer than its expect_every", MetricType::Gauge);
  for (const SourceMetrics& source : sources)
    if (source.silent) all.metric.push_back(gauge(*source.silent ? 1 : 0, {{"source", source.name}}));
  return all;
}

MetricFamily latencies(const Sources& sources) {
  MetricFamily all = family("senja_event_seconds", "from the whole request to its answer", MetricType::Histogram);
  for (const SourceMetrics& source : sources) {
    ClientMetric metric;
    metric.label = {{"source", source.name}};
    std::uint64_t so_far = 0;
    for (std::size_t bucket = 0; bucket < source.totals.latency.size(); ++bucket) {
      so_far += source.totals.latency[bucket];
      const bool last = bucket == inbound::latency_bounds.size();
      const double bound = last ? std::numeric_limits<double>::infinity()
                                : static_cast<double>(inbound::latency_bounds[bucket]) / micros_per_second;
      metric.histogram.bucket.push_back({so_far, bound});
    }
    metric.histogram.sample_count = so_far;
    metric.histogram.sample_sum = static_cast<double>(source.totals.latency_micros) / micros_per_second;
    all.metric.push_back(std::move(metric));
  }
  return all;
}

MetricFamily connections(const Process& process) {
  MetricFamily all = family("senja_connections", "connections that are open", MetricType::Gauge);
  for (const ListenerMetrics& listener : process.listeners)
    all.metric.push_back(gauge(static_cast<std::int64_t>(listener.open), {{"listener", std::string{listener.name}}}));
  return all;
}

MetricFamily accepted(const Process& process) {
  MetricFamily all = family("senja_connections_total", "connections that came", MetricType::Counter);
  for (const ListenerMetrics& listener : process.listeners)
    all.metric.push_back(counter(listener.accepted, {{"listener", std::string{listener.name}}}));
  return all;
}

MetricFamily closed_early(const Process& process) {
  MetricFamily all = family("senja_connections_closed_early_total", "connections ended before a request could be read",
                            MetricType::Counter);
  for (const ListenerMetrics& listener : process.listeners)
    for (const auto& [reason, count] : listener.closed_early)
      all.metric.push_back(counter(count, {{"listener", std::string{listener.name}}, {"reason", std::string{reason}}}));
  return all;
}

MetricFamily reloads(const Process& process) {
  MetricFamily all = family("senja_config_reloads_total", "reloads asked for by SIGHUP", MetricType::Counter);
  all.metric.push_back(counter(process.reloads_done, {{"result", "done"}}));
  all.metric.push_back(counter(process.reloads_refused, {{"result", "refused"}}));
  return all;
}

// Every source has a line, so that a graph shows nought and not nothing.
MetricFamily waiting(const Sources& sources, const store::Totals& totals) {
  MetricFamily all = family("senja_waiting", "events that could not be judged yet", MetricType::Gauge);
  for (const SourceMetrics& source : sources) {
    std::int64_t count = 0;
    for (const auto& [name, waits] : totals.waiting)
      if (name == source.name) count += waits;
    all.metric.push_back(gauge(count, {{"source", source.name}}));
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
  one.metric.push_back(counter(count, {}));
  return one;
}

MetricFamily family(std::string name, std::string help, MetricType type) {
  MetricFamily one;
  one.name = std::move(name);
  one.help = std::move(help);
  one.type = type;
  return one;
}

ClientMetric counter(std::uint64_t value, std::vector<ClientMetric::Label> labels) {
  ClientMetric metric;
  metric.label = std::move(labels);
  metric.counter.value = static_cast<double>(value);
  return metric;
}

ClientMetric gauge(std::int64_t value, std::vector<ClientMetric::Label> labels) {
  ClientMetric metric;
  metric.label = std::move(labels);
  metric.gauge.value = static_cast<double>(value);
  return metric;
}

}  // namespace

}  // namespace senja::api
