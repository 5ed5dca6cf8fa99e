// Who may ask for what on the admin listener.
#pragma once

#include <expected>
#include <memory>
#include <string>
#include <vector>

#include "api/failed_attempts.h"
#include "api/route.h"
#include "clock/clock.h"
#include "config/token.h"
#include "net/message.h"
#include "senja/model/request.h"

namespace senja::api {

// What is asked for, by whom.
struct Admitted {
  Route route;
  std::string who;  // the token's name; "admin" where none is asked for
};

// One thread's.
class Access {
 public:
  // `hosts`: see refuse_strangers. `tokens`: nullptr asks for none, and lets in this machine alone.
  Access(const Clock& clock, std::vector<std::string> hosts, std::shared_ptr<const config::Tokens> tokens);

  void use(std::shared_ptr<const config::Tokens> tokens) { tokens_ = std::move(tokens); }

  // 403 to strangers and to tokens without the route's scope, 401 without a token that counts, 429 to callers who show too
  // many that do not; what is wrong with the path itself (400, 404, 405) is said to those alone who may ask.
  std::expected<Admitted, net::Response> admit(const RawRequest& head, const net::Caller& caller);

 private:
  std::expected<const config::Token*, net::Response> token_of(const RawRequest& head, const net::Caller& caller);

  const Clock& clock_;
  std::vector<std::string> hosts_;
  std::shared_ptr<const config::Tokens> tokens_;
  FailedAttempts failed_;
};

}  // namespace senja::api
