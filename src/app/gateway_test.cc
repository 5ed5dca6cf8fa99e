#include "app/gateway.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "clock/system_clock.h"
#include "net/client.h"
#include "vocabulary/rewards_source.h"

namespace senja::app {
namespace {

using namespace std::chrono_literals;
using testing::Claim;

// A temporary folder of this test's own.
struct Folder {
  Folder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "senja-gateway-XXXXXX").string();
    if (!mkdtemp(pattern.data())) throw std::runtime_error("no temporary folder");
    path = pattern;
  }
  ~Folder() { std::filesystem::remove_all(path); }
  std::filesystem::path path;
};

struct GatewayTest : ::testing::Test {
  void SetUp() override { start(); }

  config::Settings settings() const {
    config::Settings settings;
    settings.server.listen = settings.server.admin_listen = "127.0.0.1:0";
    settings.server.threads = 2;
    settings.store.url = "sqlite:" + (folder.path / "senja.db").string();
    settings.sources = {source};
    settings.store.policies = {source->policy};
    return settings;
  }
  void start() {
    auto opened = Gateway::open(settings(), clock);
    ASSERT_TRUE(opened) << opened.error();
    gateway = std::move(*opened);
    gateway->start();
  }
  void restart() {
    gateway.reset();
    start();
  }
  net::Client sender() const { return {"127.0.0.1", gateway->address().port}; }
  net::Client operator_() const { return {"127.0.0.1", gateway->admin_address().port}; }

  static net::ClientRequest get(std::string target) {
    return {.method = "GET", .target = std::move(target), .headers = {}, .body = {}};
  }
  void put_resource(const std::string& id) const {
    const auto made = operator_().call({.method = "PUT",
                                        .target = "/v1/resources/" + id,
                                        .headers = {},
                                        .body = R"({"state":"PENDING","expires_at":null})"});
    ASSERT_TRUE(made) << made.error();
    ASSERT_EQ(made->status, 201) << made->body;
  }
  net::ClientRequest request(const std::string& event_id, const std::string& resource_id) const {
    const WallTime now = clock.wall();
    const RawRequest made = testing::signed_request(
        body_of(Claim{.event_id = event_id, .resource_id = resource_id, .issued_at = now, .expires_at = now + 60s}), now);
    net::ClientRequest request{.method = made.method, .target = made.target, .headers = {}, .body = made.body};
    for (std::size_t i = 0; i < made.headers.size(); ++i)
      request.headers.emplace_back(made.headers[i].name, made.headers[i].value);
    return request;
  }

  Folder folder;
  SystemClock clock;
  std::shared_ptr<const inbound::Source> source = testing::rewards_source();
  std::unique_ptr<Gateway> gateway;
};

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
