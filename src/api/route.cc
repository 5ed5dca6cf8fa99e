#include "api/route.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "api/problem.h"

namespace senja::api {

namespace {

using Parameters = std::array<std::string_view, 4>;  // empty ones at the end

struct Row {
  std::string_view method, pattern;  // "*" stands for one segment
  Asked asked;
  Parameters parameters = {};
};

constexpr std::array rows{
    Row{"GET", "/healthz", Asked::healthz},
    Row{"GET", "/readyz", Asked::readyz},
    Row{"GET", "/metrics", Asked::metrics},
    Row{"GET", "/v1/events", Asked::events, {"source", "limit", "cursor"}},
    Row{"GET", "/v1/events/*/*", Asked::event},
    Row{"GET", "/v1/resources", Asked::resources, {"limit", "cursor"}},
    Row{"GET", "/v1/resources/*", Asked::resource},
    Row{"PUT", "/v1/resources/*", Asked::put_resource},
    Row{"GET", "/v1/waiting", Asked::waiting, {"source", "limit", "cursor"}},
    Row{"GET", "/v1/dead-letters", Asked::letters, {"source", "open", "limit", "cursor"}},
    Row{"GET", "/v1/dead-letters/*", Asked::letter},
    Row{"POST", "/v1/dead-letters/*/replay", Asked::replay},
    Row{"POST", "/v1/clock/accept", Asked::accept_clock},
};

using Names = std::vector<std::string>;
bool serves(const Row& row, std::string_view method);
std::optional<Names> match(std::string_view pattern, std::string_view path);
std::expected<std::map<std::string, std::string>, net::Response> read_query(std::string_view query, const Parameters& known);
std::optional<std::string> decode(std::string_view text, bool plus_is_space);
net::Response not_allowed(std::string_view path);

}  // namespace

std::expected<Route, net::Response> find_route(std::string_view method, std::string_view path, std::string_view query) {
  bool known_path = false;
  for (const Row& row : rows) {
    auto names = match(row.pattern, path);
    if (!names) continue;
    known_path = true;
    if (!serves(row, method)) continue;
    auto parameters = read_query(query, row.parameters);
    if (!parameters) return std::unexpected(std::move(parameters.error()));
    return Route{row.asked, std::move(*names), std::move(*parameters)};
  }
  return std::unexpected(known_path ? not_allowed(path) : not_found("such path"));
}

std::optional<config::Scope> scope_of(Asked asked) {
  switch (asked) {
    case Asked::healthz:
    case Asked::readyz:
      return std::nullopt;
    case Asked::metrics:
    case Asked::events:
    case Asked::event:
    case Asked::resources:
    case Asked::resource:
    case Asked::waiting:
    case Asked::letters:
    case Asked::letter:
      return config::Scope::read;
    case Asked::put_resource:
    case Asked::replay:
    case Asked::accept_clock:
      break;
  }
  return config::Scope::admin;
}

namespace {

bool serves(const Row& row, std::string_view method) {
  return row.method == method || (row.method == "GET" && method == "HEAD");
}

// Splits before it decodes: an id may hold an escaped slash.
std::optional<Names> match(std::string_view pattern, std::string_view path) {
  Names names;
  while (!pattern.empty() && !path.empty()) {
    const auto segment = [](std::string_view& text) {
      text.remove_prefix(1);
      const std::string_view head = text.substr(0, text.find('/'));
      text.remove_prefix(head.size());
      return head;
    };
    const std::string_view wanted = segment(pattern), given = segment(path);
    if (wanted != "*") {
      if (wanted != given) return std::nullopt;
      continue;
    }
    auto name = decode(given, false);
    if (!name || name->empty()) return std::nullopt;
    names.push_back(std::move(*name));
  }
  if (!pattern.empty() || !path.empty()) return std::nullopt;
  return names;
}

std::expected<std::map<std::string, std::string>, net::Response> read_query(std::string_view query,
                                                                            const Parameters& known) {
  std::map<std::string, std::string> parameters;
  while (!query.empty()) {
    const std::string_view pair = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(query.size(), pair.size() + 1));
    const auto equals = pair.find('=');
    auto name = decode(pair.substr(0, equals), true);
    auto value = decode(equals == std::string_view::npos ? std::string_view{} : pair.substr(equals + 1), true);
    if (!name || !value)
      return std::unexpected(problem(400, "bad_query", "Bad query", "a % must be followed by two hex digits"));
    if (name->empty() || std::ranges::find(known, *name) == known.end())
      return std::unexpected(problem(400, "bad_query", "Bad query", "there is no parameter \"" + *name + "\" here"));
    parameters.insert_or_assign(std::move(*name), std::move(*value));
  }
  return parameters;
}

std::optional<std::string> decode(std::string_view text, bool plus_is_space) {
  const auto hex_value = [](char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
  };
  std::string plain;
  plain.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '+' && plus_is_space) {
      plain += ' ';
    } else if (text[i] != '%') {
      plain += text[i];
    } else {
      if (i + 2 >= text.size()) return std::nullopt;
      const int high = hex_value(text[i + 1]), low = hex_value(text[i + 2]);
      if (high < 0 || low < 0) return std::nullopt;
      plain += static_cast<char>(high * 16 + low);
      i += 2;
    }
  }
  return plain;
}

net::Response not_allowed(std::string_view path) {
  std::string allow;
  for (const Row& row : rows) {
    if (!match(row.pattern, path)) continue;
    if (!allow.empty()) allow += ", ";
    allow += row.method;
    if (row.method == "GET") allow += ", HEAD";
  }
  net::Response response = problem(405, "method_not_allowed", "Method not allowed", "this path takes " + allow);
  response.headers.emplace_back("allow", std::move(allow));
  return response;
}

}  // namespace

}  // namespace senja::api
