#include "api/guard.h"

#include <string_view>

#include "api/problem.h"
#include "net/address.h"

namespace senja::api {

namespace {

// "localhost", "127.0.0.1:8081", "[::1]:8081", without user or path.
bool names_loopback(std::string_view authority) {
  const bool has_port = authority.rfind(':') != std::string_view::npos && !authority.ends_with(']');
  const auto address = net::parse_address(std::string{authority} + (has_port ? "" : ":80"));
  return address && address->loopback();
}

bool is_ours(std::string_view origin) {
  constexpr std::string_view scheme = "http://";
  return origin.starts_with(scheme) && names_loopback(origin.substr(scheme.size()));
}

}  // namespace

std::optional<net::Response> refuse_strangers(const Headers& headers) {
  if (!names_loopback(headers.first("host").value_or("localhost")))
    return problem(403, "forbidden", "Forbidden", "the Host header must name this machine's loopback");
  for (std::size_t i = 0; i < headers.size(); ++i)
    if (same_name(headers[i].name, "origin") && !is_ours(headers[i].value))
      return problem(403, "forbidden", "Forbidden", "requests from another site's page are not taken");
  return std::nullopt;
}

}  // namespace senja::api
