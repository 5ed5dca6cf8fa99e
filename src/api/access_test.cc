#include "api/access.h"

#include <gtest/gtest.h>

#include "clock/sim_clock.h"

namespace senja::api {
namespace {

using namespace std::chrono_literals;
using config::Scope;

std::string token(char letter) { return config::token_text(std::string(config::token_random_bytes, letter)); }

std::string header(const net::Response& response, std::string_view name) {
  for (const auto& [each, value] : response.headers)
    if (each == name) return value;
  return "";
}

struct AccessTest : testing::Test {
  struct End {
    int status = 0;  // 200: admitted
    std::string who, code, challenge, retry_after;
  };
  End ask(std::string_view bearer, std::string_view method = "GET", std::string_view target = "/v1/events") {
    RawRequest head;
    head.method = method;
    head.target = target;
    head.headers.add("Host", host);
    if (!bearer.empty()) head.headers.add("Authorization", "Bearer " + std::string(bearer));
    auto admitted = access.admit(head, caller);
    if (admitted) return {200, admitted->who, "", "", ""};
    const net::Response& refused = admitted.error();
    EXPECT_EQ(refused.content_type, "application/problem+json");
    EXPECT_EQ(refused.body.find("senja_"), refused.body.npos) << refused.body;
    const std::size_t at = refused.body.find("\"code\":\"") + 8;
    return {refused.status, "", refused.body.substr(at, refused.body.find('"', at) - at),
            header(refused, "www-authenticate"), header(refused, "retry-after")};
  }
  void come_from(const std::string& address) { caller.address = net::IpAddress::parse(address).value(); }

  SimClock clock;
  std::string host = "localhost";
  net::Caller caller{.address = net::IpAddress::parse("192.0.2.1").value()};
  std::shared_ptr<const config::Tokens> tokens = std::make_shared<const config::Tokens>(
      config::Tokens{{"grafana", config::token_hash(token('r')), {Scope::read}, {}},
                     {"sender", config::token_hash(token('s')), {Scope::send}, {}},
                     {"ops", config::token_hash(token('a')), {Scope::admin}, clock.wall() + 1h}});
  Access access{clock, {"senja.internal"}, tokens};
};

using Routes = std::vector<std::pair<const char*, const char*>>;
const Routes reads{{"GET", "/metrics"},         {"GET", "/v1/events"},        {"GET", "/v1/events/a/b"},
                   {"HEAD", "/v1/resources"},   {"GET", "/v1/resources/r1"},  {"GET", "/v1/waiting"},
                   {"GET", "/v1/dead-letters"}, {"GET", "/v1/dead-letters/d"}};
const Routes changes{{"PUT", "/v1/resources/r1"}, {"POST", "/v1/dead-letters/d/replay"}, {"POST", "/v1/clock/accept"}};

TEST_F(AccessTest, HealthIsOpenToAll) {
  for (const char* target : {"/healthz", "/readyz"}) {
    EXPECT_EQ(ask("", "GET", target).status, 200);
    EXPECT_EQ(ask("wrong", "GET", target).status, 200);
  }
}

TEST_F(AccessTest, EveryOtherRouteAsksForAToken) {
  for (const Routes& routes : {reads, changes})
    for (const auto& [method, target] : routes) {
      const End end = ask("", method, target);
      EXPECT_EQ(end.status, 401) << target;
      EXPECT_EQ(end.code, "token_missing");
      EXPECT_EQ(end.challenge, "Bearer realm=\"senja\"");
    }
}

TEST_F(AccessTest, ReadsTakeReadAndChangesTakeAdmin) {
  for (const auto& [method, target] : reads) {
    EXPECT_EQ(ask(token('r'), method, target).who, "grafana") << target;
    EXPECT_EQ(ask(token('a'), method, target).who, "ops") << target;
    EXPECT_EQ(ask(token('s'), method, target).status, 403) << target;
  }
  for (const auto& [method, target] : changes) {
    EXPECT_EQ(ask(token('a'), method, target).who, "ops") << target;
    const End end = ask(token('r'), method, target);
    EXPECT_EQ(end.status, 403) << target;
    EXPECT_EQ(end.code, "insufficient_scope");
    EXPECT_EQ(end.challenge, R"(Bearer realm="senja", error="insufficient_scope", scope="admin")");
  }
}

TEST_F(AccessTest, WrongTokensAreToldApartByNothing) {
  clock.advance(1h);
  const std::string others[]{token('x'), token('a'), "senja_", "Bearer", token('r') + "A"};
  for (const std::string& wrong : others) {
    const End end = ask(wrong);
    EXPECT_EQ(end.status, 401) << wrong;
    EXPECT_EQ(end.code, "token_wrong") << wrong;
    EXPECT_EQ(end.challenge, R"(Bearer realm="senja", error="invalid_token")");
  }
}

TEST_F(AccessTest, PathsAreJudgedForThoseAloneWhoMayAsk) {
  EXPECT_EQ(ask("", "GET", "/v1/nothing").status, 401);
  EXPECT_EQ(ask("", "DELETE", "/v1/events").status, 401);
  EXPECT_EQ(ask("", "POST", "/healthz").status, 401);
  EXPECT_EQ(ask(token('s'), "GET", "/v1/nothing").status, 404);
  EXPECT_EQ(ask(token('r'), "DELETE", "/v1/events").status, 405);
  EXPECT_EQ(ask(token('r'), "GET", "/v1/events?limi=1").status, 400);
}

TEST_F(AccessTest, WrongTokensAreBoundedByCaller) {
  for (int i = 0; i < FailedAttempts::burst_max; ++i) EXPECT_EQ(ask(token('x')).status, 401) << i;
  const End end = ask(token('x'));
  EXPECT_EQ(end.status, 429);
  EXPECT_EQ(end.code, "too_many_attempts");
  EXPECT_EQ(end.retry_after, "6");
  EXPECT_EQ(ask(token('r')).status, 200) << "a right one passes, so that a bad script shuts nobody out";
  EXPECT_EQ(ask("").status, 401) << "no token is no attempt";
  come_from("192.0.2.2");
  EXPECT_EQ(ask(token('x')).status, 401);
  come_from("192.0.2.1");
  clock.advance(5500ms);
  EXPECT_EQ(ask(token('x')).retry_after, "1") << "rounded up";
  clock.advance(500ms);
  EXPECT_EQ(ask(token('x')).status, 401);
}

TEST_F(AccessTest, ForbiddenIsNoFailedAttempt) {
  for (int i = 0; i < 2 * FailedAttempts::burst_max; ++i) EXPECT_EQ(ask(token('r'), "PUT", "/v1/resources/r1").status, 403);
  EXPECT_EQ(ask(token('x')).status, 401);
}

TEST_F(AccessTest, HostAndOriginCountWithATokenToo) {
  host = "evil.example";
  EXPECT_EQ(ask(token('a')).status, 403);
  EXPECT_EQ(ask("", "GET", "/healthz").status, 403);
  host = "senja.internal:8081";
  EXPECT_EQ(ask(token('a')).status, 200);
}

TEST_F(AccessTest, NewTokensCountFromTheNextRequestOn) {
  access.use(
      std::make_shared<const config::Tokens>(config::Tokens{{"new", config::token_hash(token('n')), {Scope::read}, {}}}));
  EXPECT_EQ(ask(token('r')).status, 401);
  EXPECT_EQ(ask(token('n')).who, "new");
}

TEST_F(AccessTest, WithoutTokensThisMachineMayDoAll) {
  access.use(nullptr);
  come_from("127.0.0.1");
  EXPECT_EQ(ask("").who, "admin");
  EXPECT_EQ(ask("", "PUT", "/v1/resources/r1").who, "admin");
  EXPECT_EQ(ask("anything").status, 200);
  come_from("::1");
  EXPECT_EQ(ask("").status, 200);
}

TEST_F(AccessTest, WithoutTokensNoOtherMachineMayAsk) {
  access.use(nullptr);
  EXPECT_EQ(ask("").status, 403);
  EXPECT_EQ(ask("", "PUT", "/v1/resources/r1").status, 403);
  EXPECT_EQ(ask("", "GET", "/healthz").status, 200);
}

TEST_F(AccessTest, AnEmptyListOfTokensLetsNobodyIn) {
  access.use(std::make_shared<const config::Tokens>());
  come_from("127.0.0.1");
  EXPECT_EQ(ask("").status, 401);
  EXPECT_EQ(ask(token('r')).status, 401);
}

}  // namespace
}  // namespace senja::api
