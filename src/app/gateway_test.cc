#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "app/gateway_vocabulary.h"

namespace senja::app {
namespace {

TEST_F(GatewayTest, I1_WhatWasAnsweredSurvivesARestart) {
  put_resource("r1");
  const auto claim = request("e1", "r1");
  const auto first = sender().call(claim);
  ASSERT_TRUE(first) << first.error();
  EXPECT_EQ(first->body, R"({"status":"applied","event_id":"e1","version":2})");
  restart();
  const auto again = sender().call(claim);
  ASSERT_TRUE(again) << again.error();
  EXPECT_EQ(again->header("senja-replay"), "true");
  EXPECT_EQ(again->body, first->body);
}

TEST_F(GatewayTest, IDM05_CopiesAtOnceAreAppliedOnce) {
  put_resource("r1");
  const auto claim = request("e1", "r1");
  std::atomic<int> applied = 0, repeats = 0, busy = 0;
  {
    std::vector<std::jthread> copies;
    copies.reserve(64);
    for (int i = 0; i < 64; ++i) {
      copies.emplace_back([&] {
        const auto response = sender().call(claim);
        ASSERT_TRUE(response) << response.error();
        if (response->status == 503) ++busy;
        if (response->status == 200) ++(response->header("senja-replay") ? repeats : applied);
      });
    }
  }
  EXPECT_EQ(applied, 1);
  EXPECT_EQ(applied + repeats + busy, 64);
  EXPECT_NE(operator_().call(get("/v1/resources/r1"))->body.find(R"("revision":2)"), std::string::npos);
}

TEST_F(GatewayTest, WhatWasTakenIsAnsweredBeforeTheEnd) {
  std::vector<net::Client> senders;
  senders.reserve(16);
  for (int i = 0; i < 16; ++i) senders.push_back(sender());
  for (int i = 0; i < 16; ++i) put_resource("r" + std::to_string(i));
  for (int i = 0; i < 16; ++i) {
    const std::string n = std::to_string(i);
    ASSERT_TRUE(senders[i].send_raw(net::request_text(request("e" + n, "r" + n), "localhost")));
  }
  gateway->begin_drain();
  int answered = 0;
  for (net::Client& each : senders) {
    const auto response = each.read_response();
    if (!response) continue;  // it was idle still: nothing of its request had been read
    ++answered;
    EXPECT_TRUE(response->status == 200 || response->status == 503) << response->body;
  }
  while (!gateway->drained()) std::this_thread::yield();
  gateway->stop();
  restart();
  int applied = 0;
  for (int i = 0; i < 16; ++i) {
    const auto event = operator_().call(get("/v1/events/rewards/e" + std::to_string(i)));
    if (event && event->status == 200) ++applied;
  }
  EXPECT_LE(applied, answered) << "nothing was applied and left without an answer";
}

TEST_F(GatewayTest, ASecondGatewayOnTheSameFileIsRefused) {
  const auto second = Gateway::open(settings(), clock);
  ASSERT_FALSE(second);
  EXPECT_NE(second.error().find("senja.db"), std::string::npos) << second.error();
}

TEST_F(GatewayTest, ATakenAddressIsNamed) {
  config::Settings other = settings();
  other.store.url = "memory";
  other.server.listen = gateway->address().text();
  const auto second = Gateway::open(other, clock);
  ASSERT_FALSE(second);
  EXPECT_NE(second.error().find(other.server.listen), std::string::npos) << second.error();
}

TEST_F(GatewayTest, PublicAndAdminAreApart) {
  EXPECT_EQ(sender().call(get("/v1/events"))->status, 404);
  EXPECT_EQ(sender().call(get("/metrics"))->status, 404);
  EXPECT_EQ(operator_().call(get("/metrics"))->status, 200);
  EXPECT_EQ(operator_().call({.method = "POST", .target = "/in/rewards", .headers = {}, .body = {}})->status, 404);
  EXPECT_EQ(sender().call(get("/readyz"))->status, 200);
  EXPECT_EQ(operator_().call(get("/readyz"))->status, 200);
}

TEST_F(GatewayTest, StopsAtOnceWithoutHavingStarted) {
  config::Settings other = settings();
  other.store.url = "memory";
  auto idle = Gateway::open(other, clock);
  ASSERT_TRUE(idle) << idle.error();
  (*idle)->stop();
}

}  // namespace
}  // namespace senja::app
