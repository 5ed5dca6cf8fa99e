// A reload: all of it, or nothing.
#include <filesystem>
#include <string>

#include "app/gateway_vocabulary.h"

namespace senja::app {
namespace {

struct ReloadTest : GatewayTest {
  // The settings with the one source changed.
  config::Settings with(const std::function<void(inbound::Source&, rules::Policy&)>& edit) const {
    inbound::Source changed = *source;
    auto policy = std::make_shared<rules::Policy>(*source->policy);
    edit(changed, *policy);
    changed.policy = policy;
    config::Settings next = settings();
    next.sources = {std::make_shared<const inbound::Source>(std::move(changed))};
    next.store.policies = {policy};
    return next;
  }
  std::string answer(const std::string& event_id, const std::string& resource_id = "r1") const {
    const auto response = sender().call(request(event_id, resource_id));
    return response ? std::to_string(response->status) + " " + response->body : response.error();
  }
  std::string metrics() const { return operator_().call(get("/metrics"))->body; }
};

TEST_F(ReloadTest, ANewSecretCountsFromTheNextRequestOnKeptConnectionsToo) {
  put_resource("r1");
  net::Client kept = sender();
  EXPECT_EQ(kept.call(request("e1", "r1"))->status, 200);
  ASSERT_TRUE(gateway->reload(with([](inbound::Source& changed, rules::Policy&) {
    changed.secrets = {{Secret{"another-secret-of-24-bytes"}, std::nullopt, std::nullopt}};
  })));
  EXPECT_EQ(kept.call(request("e2", "r1"))->status, 401);
  ASSERT_TRUE(gateway->reload(settings()));
  const auto repeat = kept.call(request("e1", "r1"));
  EXPECT_EQ(repeat->header("senja-replay"), "true") << "the ledger is not a matter of settings";
  EXPECT_NE(metrics().find("senja_config_reloads_total{result=\"done\"} 2"), std::string::npos);
}

TEST_F(ReloadTest, SourcesComeAndGoAndTheirCountsStay) {
  put_resource("r1");
  EXPECT_TRUE(answer("e1").starts_with("200"));
  config::Settings none = settings();
  none.sources.clear();
  none.store.policies.clear();
  ASSERT_TRUE(gateway->reload(none));
  EXPECT_TRUE(answer("e2").starts_with("404"));
  EXPECT_NE(metrics().find(R"(senja_events_total{source="rewards",outcome="applied"} 1)"), std::string::npos);
  ASSERT_TRUE(gateway->reload(settings()));
  put_resource("r2");
  EXPECT_TRUE(answer("e2", "r2").starts_with("200"));
  EXPECT_NE(metrics().find(R"(senja_events_total{source="rewards",outcome="applied"} 2)"), std::string::npos);
}

TEST_F(ReloadTest, NewEffectsRunOnTablesThatCameWithThem) {
  put_resource("r1");
  config::Settings next = with([](inbound::Source&, rules::Policy& policy) {
    rules::Effect note;
    note.sql = "INSERT INTO notes (event_id) VALUES (:senja_event_id)";
    note.expect_rows = 1;
    policy.effects = {note};
  });
  const auto refused = gateway->reload(next);
  ASSERT_FALSE(refused) << "there is no such table yet";
  EXPECT_EQ(refused.error().at(0), "source rewards, effect 1: no such table: notes");
  EXPECT_TRUE(answer("e1").starts_with("200")) << "nothing has changed";
  next.store.schema_sql = "CREATE TABLE IF NOT EXISTS notes (event_id TEXT PRIMARY KEY);";
  ASSERT_TRUE(gateway->reload(next));
  put_resource("r2");
  EXPECT_TRUE(answer("e2", "r2").starts_with("200"));
  EXPECT_NE(metrics().find("senja_config_reloads_total{result=\"refused\"} 1"), std::string::npos);
}

TEST_F(ReloadTest, WhatOnlyAStartCanChangeRefusesAllOfIt) {
  config::Settings next = with([](inbound::Source& changed, rules::Policy&) { changed.allow_from.clear(); });
  next.path = "senja.toml";
  next.server.listen = "127.0.0.1:1";
  next.sources.clear();
  const auto refused = gateway->reload(next);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().at(0), "senja.toml: server.listen: cannot be changed by a reload: restart for it");
  put_resource("r1");
  EXPECT_TRUE(answer("e1").starts_with("200"));
}

TEST_F(ReloadTest, ReadyzTellsWhoIsSilent) {
  ASSERT_TRUE(gateway->reload(with([](inbound::Source& changed, rules::Policy&) { changed.expect_every = 1us; })));
  const auto ready = sender().call(get("/readyz"));
  EXPECT_EQ(ready->status, 200);
  EXPECT_NE(ready->body.find("the source rewards has been silent for 0s; expected every 0s"), std::string::npos)
      << ready->body;
  EXPECT_NE(metrics().find(R"(senja_source_silent{source="rewards"} 1)"), std::string::npos);
  EXPECT_EQ(gateway->silences().size(), 1u);
}

}  // namespace
}  // namespace senja::app
