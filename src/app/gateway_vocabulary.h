// A gateway of the test's own, in a folder of its own, on ports that are free.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>

#include "app/gateway.h"
#include "clock/system_clock.h"
#include "net/client.h"
#include "vocabulary/rewards_source.h"

namespace senja::app {

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

}  // namespace senja::app
