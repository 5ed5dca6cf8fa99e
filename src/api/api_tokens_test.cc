#include "api/api_vocabulary.h"

namespace senja::api {
namespace {

struct Tokens : ApiTest {
  static std::string token(char letter) { return config::token_text(std::string(config::token_random_bytes, letter)); }
  Tokens() {
    api.use(std::make_shared<const config::Tokens>(
                config::Tokens{{"grafana", config::token_hash(token('r')), {config::Scope::read}, {}},
                               {"ops", config::token_hash(token('a')), {config::Scope::admin}, {}}}),
            {source});
  }
  // What the store is asked for on the way by: who asks.
  struct Watched final : store::Store {
    explicit Watched(store::Store& real) : real_(real) {}
    void submit(rules::Intent intent, store::Ticket ticket) override {
      if (const auto* put = std::get_if<rules::PutIntent>(&intent)) actor = put->actor;
      if (const auto* replay = std::get_if<rules::ReplayIntent>(&intent)) actor = replay->actor;
      real_.submit(std::move(intent), ticket);
    }
    std::size_t lapse() override { return real_.lapse(); }
    store::PurgeReport purge() override { return real_.purge(); }
    std::expected<void, std::string> adopt(const store::Settings& settings) override { return real_.adopt(settings); }
    void accept_clock(rules::Actor who) override { actor = std::move(who); }
    store::Health health() const override { return real_.health(); }
    void drain() override { real_.drain(); }
    rules::Actor actor;

   private:
    store::Store& real_;
  };
};

TEST_F(Tokens, OpenWhatTheirScopeSays) {
  EXPECT_EQ(call("GET", "/v1/events").status, 401);
  EXPECT_EQ(call("GET", "/metrics").status, 401);
  EXPECT_EQ(call("GET", "/healthz").status, 200);
  EXPECT_EQ(call("GET", "/readyz").status, 200);
  bearer = token('r');
  EXPECT_EQ(call("GET", "/v1/events").status, 200);
  EXPECT_EQ(call("GET", "/metrics").status, 200);
  EXPECT_EQ(call("PUT", "/v1/resources/r1", pending).status, 403);
  EXPECT_EQ(call("POST", "/v1/clock/accept", R"({"reason":"r"})").status, 403);
  bearer = token('a');
  EXPECT_EQ(call("PUT", "/v1/resources/r1", pending).status, 201);
  EXPECT_EQ(call("GET", "/v1/resources/r1").status, 200);
}

TEST_F(Tokens, TheAuditNamesWhoseItWas) {
  Watched store{opened->store()};
  Desk watched{{source},
               store,
               *views,
               clock,
               standings,
               [&store] { return inbound::readiness(store.health(), {}); },
               [] { return Process{}; },
               std::make_shared<const config::Tokens>(
                   config::Tokens{{"ops", config::token_hash(token('a')), {config::Scope::admin}, {}}})};
  Api asked{*this, watched};
  const auto who = [&](const std::string& method, const std::string& target, const std::string& body) {
    RawRequest request;
    request.method = method;
    request.target = target;
    request.body = body;
    request.headers.add("Authorization", "Bearer " + token('a'));
    store.actor = {};
    asked.handle(std::move(request), caller, {this, 1, 1});
    opened->run_once();
    return store.actor.who + ": " + store.actor.reason;
  };
  EXPECT_EQ(who("PUT", "/v1/resources/r1", pending), "ops: PUT");
  EXPECT_EQ(who("POST", "/v1/clock/accept", R"({"reason":"ntp"})"), "ops: ntp");
  EXPECT_EQ(receive(late("e1")), Code::expired);
  bearer = token('a');
  const std::string id = call("GET", "/v1/dead-letters").text("/data/0/id");
  EXPECT_EQ(who("POST", "/v1/dead-letters/" + id + "/replay", R"({"reason":"why","ignore_expiry":true})"), "ops: why");
  asked.use(nullptr, {source});
  EXPECT_EQ(who("PUT", "/v1/resources/r2", pending), "admin: PUT");
}

TEST_F(Tokens, ATokenThatIsTakenBackWhileTheBodyComesDoesNotCount) {
  RawRequest request;
  request.method = "PUT";
  request.target = "/v1/resources/r1";
  request.headers.add("Authorization", "Bearer " + token('a'));
  ASSERT_TRUE(std::holds_alternative<std::size_t>(api.judge_head(request, {.content_length = pending.size()}, caller)));
  api.use(std::make_shared<const config::Tokens>(), {source});
  request.body = pending;
  answer = {};
  api.handle(std::move(request), caller, {this, 1, 1});
  opened->run_once();
  EXPECT_EQ(answer.status, 401);
  api.use(nullptr, {source});
  EXPECT_EQ(call("GET", "/v1/resources/r1").status, 404);
}

}  // namespace
}  // namespace senja::api
