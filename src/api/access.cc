#include "api/access.h"

#include <utility>

#include "api/bearer.h"
#include "api/guard.h"
#include "api/problem.h"
#include "senja/rules/time_rules.h"

namespace senja::api {

namespace {

net::Response token_missing();
net::Response token_wrong();
net::Response too_many_attempts(Micros wait);
net::Response scope_missing(config::Scope scope);
net::Response elsewhere();

}  // namespace

Access::Access(const Clock& clock, std::vector<std::string> hosts, std::shared_ptr<const config::Tokens> tokens)
    : clock_(clock), hosts_(std::move(hosts)), tokens_(std::move(tokens)) {}

std::expected<Admitted, net::Response> Access::admit(const RawRequest& head, const net::Caller& caller) {
  if (auto refused = refuse_strangers(head.headers, hosts_)) return std::unexpected(std::move(*refused));
  auto route = find_route(head.method, head.path(), head.query());
  const auto scope = route ? scope_of(route->asked) : config::Scope::read;
  if (!scope) return Admitted{std::move(*route), {}};

  std::string who = "admin";
  if (tokens_ != nullptr) {
    const auto token = token_of(head, caller);
    if (!token) return std::unexpected(token.error());
    if (route && !(*token)->allows(*scope)) return std::unexpected(scope_missing(*scope));
    who = (*token)->name;
  } else if (!caller.address.is_loopback()) {
    return std::unexpected(elsewhere());  // the config keeps such a listener on the loopback; this holds if that fails
  }
  if (!route) return std::unexpected(std::move(route.error()));
  return Admitted{std::move(*route), std::move(who)};
}

// One answer for an unknown token, a malformed one and one whose time is over: strangers learn nothing of which there are.
std::expected<const config::Token*, net::Response> Access::token_of(const RawRequest& head, const net::Caller& caller) {
  const auto bearer = read_bearer(head.headers);
  if (!bearer && bearer.error() == NoBearer::missing) return std::unexpected(token_missing());
  const config::Token* token = bearer ? find_token(*tokens_, *bearer, clock_.wall()) : nullptr;
  if (token != nullptr) return token;
  const auto wait = failed_.count(caller.address, clock_.steady());
  return std::unexpected(wait ? too_many_attempts(*wait) : token_wrong());
}

namespace {

// RFC 6750, 3: a request without credentials is told only how to bring some.
net::Response token_missing() {
  net::Response response =
      problem(401, "token_missing", "Unauthorized", "this listener asks for a token: Authorization: Bearer …");
  response.headers.emplace_back("www-authenticate", "Bearer realm=\"senja\"");
  return response;
}

net::Response token_wrong() {
  net::Response response = problem(401, "token_wrong", "Unauthorized", "the token is not known, or its time is over");
  response.headers.emplace_back("www-authenticate", "Bearer realm=\"senja\", error=\"invalid_token\"");
  return response;
}

net::Response too_many_attempts(Micros wait) {
  net::Response response =
      problem(429, "too_many_attempts", "Too many requests", "too many wrong tokens came from this address");
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(rules::whole_seconds_up(wait));
  response.headers.emplace_back("retry-after", std::to_string(seconds.count()));
  return response;
}

net::Response scope_missing(config::Scope scope) {
  const std::string word(config::word_of(scope));
  net::Response response =
      problem(403, "insufficient_scope", "Forbidden", "this needs a token with the scope \"" + word + "\"");
  response.headers.emplace_back("www-authenticate",
                                "Bearer realm=\"senja\", error=\"insufficient_scope\", scope=\"" + word + "\"");
  return response;
}

net::Response elsewhere() { return problem(403, "forbidden", "Forbidden", "without a token only this machine may ask"); }

}  // namespace

}  // namespace senja::api
