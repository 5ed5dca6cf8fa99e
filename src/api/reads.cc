// The reads of the API.

#include <charconv>
#include <string>
#include <utility>

#include "api/api.h"
#include "api/metrics.h"
#include "api/problem.h"
#include "api/show.h"
#include "inbound/readiness.h"
#include "senja/model/limits.h"

namespace senja::api {

namespace {

using Query = std::map<std::string, std::string>;

std::expected<store::PageRequest, net::Response> page_of(const Query& query);
std::optional<SourceName> source_of(const Query& query);
bool flag(const Query& query, const std::string& name);

// {"data":[…],"next":cursor|null}
template <class Row, class Show>
net::Response list(const store::Read<store::Page<Row>>& page, Show show_row) {
  if (!page) return problem_of(page.error());
  JsonText text;
  text.begin_object().key("data").begin_array();
  for (const Row& row : page->rows) show_row(text, row);
  text.end_array();
  page->next ? text.member("next", *page->next) : text.key("next").null();
  text.end_object();
  return json(200, std::move(text));
}

template <class Row, class Show>
net::Response one(const store::Read<std::optional<Row>>& row, std::string_view what, Show show_row) {
  if (!row) return problem_of(row.error());
  if (!*row) return not_found(what);
  JsonText text;
  show_row(text, **row);
  return json(200, std::move(text));
}

constexpr auto show_briefly = [](JsonText& text, const auto& row) { show(text, row, Body::left_out); };
constexpr auto show_wholly = [](JsonText& text, const auto& row) { show(text, row, Body::shown); };
constexpr auto show_plainly = [](JsonText& text, const auto& row) { show(text, row); };

}  // namespace

net::Response Api::read(const Route& route) {
  const auto page = page_of(route.query);
  if (!page) return page.error();
  const auto source = source_of(route.query);
  store::Views& views = desk_.views;
  switch (route.asked) {
    case Asked::healthz:
      return inbound::healthz();
    case Asked::readyz:
      return ready();
    case Asked::metrics:
      return metrics();
    case Asked::events:
      return list(views.events(source, *page), show_briefly);
    case Asked::event:
      return event(route);
    case Asked::resources:
      return list(views.resources(*page), show_plainly);
    case Asked::resource:
      return resource(route);
    case Asked::waiting:
      return list(views.waiting(source, *page), show_plainly);
    case Asked::letters:
      return list(views.letters(source, flag(route.query, "open"), *page), show_briefly);
    case Asked::letter:
      return letter(route);
    default:
      return not_found("such path");
  }
}

// As on the public listener, but for the form of a refusal.
net::Response Api::ready() {
  const inbound::Readiness readiness = desk_.readiness();
  if (readiness.accepts) return inbound::readyz(readiness);
  JsonText reasons;
  std::string sentence;
  reasons.begin_array();
  for (const std::string& reason : readiness.reasons) {
    reasons.value(reason);
    sentence.append(sentence.empty() ? "" : "; ").append(reason);
  }
  reasons.end_array();
  if (sentence.empty()) sentence = "events cannot be accepted now";
  return problem(503, "unavailable", "Service unavailable", sentence, ",\"reasons\":" + std::move(reasons).take());
}

net::Response Api::event(const Route& route) {
  return one(desk_.views.event({route.names[0]}, {route.names[1]}), "such event", show_wholly);
}

net::Response Api::letter(const Route& route) {
  return one(desk_.views.letter({route.names[0]}), "such dead letter", show_wholly);
}

net::Response Api::resource(const Route& route) {
  const auto resource = desk_.views.resource({route.names[0]});
  net::Response response = one(resource, "such resource", show_plainly);
  if (resource && *resource) response.headers.emplace_back("etag", "\"" + std::to_string((*resource)->revision) + "\"");
  return response;
}

net::Response Api::metrics() {
  auto totals = desk_.views.totals();
  if (!totals) return problem_of(totals.error());
  const SteadyTime now = desk_.clock.steady();
  std::vector<SourceMetrics> sources;
  for (const auto& [name, standing] : desk_.standings.all()) {
    SourceMetrics& source = sources.emplace_back(SourceMetrics{name, standing->totals()});
    for (const auto& served : sources_)
      if (served->name.text == name && served->expect_every)
        source.silent = standing->silent_for(now) > *served->expect_every;
  }
  return {.status = 200,
          .body = metrics_text(sources, {desk_.store.health(), std::move(*totals), desk_.process()}),
          .content_type = metrics_content_type};
}

namespace {

std::expected<store::PageRequest, net::Response> page_of(const Query& query) {
  store::PageRequest page{limits::page_rows_default, std::nullopt};
  if (const auto cursor = query.find("cursor"); cursor != query.end()) page.cursor = cursor->second;
  if (const auto limit = query.find("limit"); limit != query.end()) {
    const std::string& text = limit->second;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), page.limit);
    if (error != std::errc{} || end != text.data() + text.size() || page.limit == 0 || page.limit > limits::page_rows_max)
      return std::unexpected(
          problem(400, "bad_query", "Bad query", "limit must be 1 to " + std::to_string(limits::page_rows_max)));
  }
  return page;
}

std::optional<SourceName> source_of(const Query& query) {
  const auto source = query.find("source");
  if (source == query.end() || source->second.empty()) return std::nullopt;
  return SourceName{source->second};
}

// Present without a value counts as yes: ?open
bool flag(const Query& query, const std::string& name) {
  const auto value = query.find(name);
  return value != query.end() && value->second != "false" && value->second != "0";
}

}  // namespace

}  // namespace senja::api
