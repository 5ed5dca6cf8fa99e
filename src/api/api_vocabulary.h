// Words for the tests of this room: the API over the real store in memory, and an event that comes in.
#pragma once

#include <gtest/gtest.h>

#include "api/api.h"
#include "clock/sim_clock.h"
#include "inbound/road.h"
#include "store/open.h"
#include "vocabulary/rewards_source.h"

namespace senja::api {

using namespace std::chrono_literals;
using testing::Claim;

inline const std::string pending = R"({"state":"PENDING","expires_at":null})";

struct Answered {
  int status = 0;
  std::string body;
  std::string etag;

  // What stands at a JSON Pointer: a text as it is, anything else as JSON; throws where nothing does.
  std::string text(const char* pointer) const;
  bool has(const char* pointer) const;
  std::size_t rows() const;  // of a list
};

// The API over the real store in memory, its writer driven by hand: an answer is there when call() returns.
struct ApiTest : ::testing::Test, net::Loop, net::Replies, store::Completions {
  void post(std::move_only_function<void()> work) override { work(); }
  void send(const net::Reply&, net::Response response) override { answer = std::move(response); }
  void deliver(std::vector<store::Settled> settled) override { verdict = settled.at(0).verdict; }

  void TearDown() override { opened->store().drain(); }

  const net::Caller caller{.address = net::IpAddress::parse("127.0.0.1").value()};
  std::string bearer;  // sent, unless empty
  Answered call(std::string method, std::string target, std::string body = {}, const std::string& if_match = {}) {
    RawRequest request;
    request.method = std::move(method);
    request.target = std::move(target);
    request.headers.add("Host", "localhost:8081");
    if (!if_match.empty()) request.headers.add("If-Match", if_match);
    if (!bearer.empty()) request.headers.add("Authorization", "Bearer " + bearer);
    const auto judged = api.judge_head(request, {.content_length = body.size()}, caller);
    if (const auto* early = std::get_if<net::Response>(&judged)) {
      answer = *early;
      return read(answer);
    }
    request.body = std::move(body);
    answer = {};
    api.handle(std::move(request), caller, {this, 1, 1});
    opened->run_once();
    return read(answer);
  }
  static Answered read(const net::Response& response) {
    Answered answered{response.status, response.body, {}};
    for (const auto& [name, value] : response.headers)
      if (name == "etag") answered.etag = value;
    return answered;
  }

  // An event comes in, as it does through the gate.
  Code receive(const Claim& claim) { return receive(body_of(claim)); }
  Code receive(std::string body) {
    auto end = lane.on_request(testing::signed_request(std::move(body), clock.wall()));
    opened->store().submit(std::move(std::get<inbound::Admitted>(end).intent), {this, 1});
    opened->run_once();
    return verdict.code;
  }
  Claim claim(std::string id) const {
    return {.event_id = std::move(id), .issued_at = clock.wall(), .expires_at = clock.wall() + 60s};
  }
  Claim late(std::string id) const {
    return {.event_id = std::move(id), .issued_at = clock.wall() - 700s, .expires_at = clock.wall() - 600s};
  }

  static std::unique_ptr<store::Opened> open(const Clock& clock, const inbound::Source& source) {
    store::Settings settings;
    settings.url = "memory";
    settings.policies = {source.policy};
    auto opened = store::open(settings, clock, nullptr, store::Threading::by_hand);
    if (!opened) throw std::runtime_error(opened.error().problem);
    return std::move(*opened);
  }

  SimClock clock;
  std::shared_ptr<const inbound::Source> source = testing::rewards_source();
  inbound::Lane lane{source};
  std::unique_ptr<store::Opened> opened = open(clock, *source);
  std::unique_ptr<store::Views> views = opened->views();
  std::atomic<bool> draining = false;
  inbound::Standings standings{1};
  std::shared_ptr<inbound::Standing> standing = standings.of("rewards", clock.steady());
  Desk desk{{source},
            opened->store(),
            *views,
            clock,
            standings,
            [this] { return inbound::readiness(opened->store().health(), {.draining = draining}); },
            [] { return Process{}; }};
  Api api{*this, desk};
  net::Response answer;
  rules::Verdict verdict;
};

}  // namespace senja::api
