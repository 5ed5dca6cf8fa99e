// Method and target → what is asked for.
#pragma once

#include <cstdint>
#include <expected>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/token.h"
#include "net/message.h"

namespace senja::api {

enum class Asked : std::uint8_t {
  healthz,
  readyz,
  metrics,
  events,
  event,
  resources,
  resource,
  put_resource,
  waiting,
  letters,
  letter,
  replay,
  accept_clock,
};

// The scope that it takes where the listener asks for tokens; nullopt: open to all.
std::optional<config::Scope> scope_of(Asked asked);

struct Route {
  Asked asked = Asked::healthz;
  std::vector<std::string> names;            // the path's variable segments, percent-decoded
  std::map<std::string, std::string> query;  // only parameters that this path knows
};

// Or 400, 404, 405.
std::expected<Route, net::Response> find_route(std::string_view method, std::string_view path, std::string_view query);

}  // namespace senja::api
