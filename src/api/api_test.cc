#include "api/api_vocabulary.h"

namespace senja::api {
namespace {

TEST_F(ApiTest, AResourceIsMadeShownAndChangedByItsRevision) {
  const Answered made =
      call("PUT", "/v1/resources/r1", R"({"state":"PENDING","version":0,"expires_at":"2030-01-01T00:00:00Z"})");
  EXPECT_EQ(made.status, 201);
  EXPECT_EQ(made.etag, "\"1\"");
  const Answered shown = call("GET", "/v1/resources/r1");
  EXPECT_EQ(shown.status, 200);
  EXPECT_EQ(shown.etag, "\"1\"");
  EXPECT_EQ(shown.text("/state"), "PENDING");
  EXPECT_EQ(shown.text("/version"), "0");
  EXPECT_EQ(shown.text("/expires_at"), "2030-01-01T00:00:00.000Z");

  const Answered blind = call("PUT", "/v1/resources/r1", pending);
  EXPECT_EQ(blind.status, 409);
  EXPECT_EQ(blind.text("/code"), "revision");
  EXPECT_EQ(blind.text("/revision"), "1");
  EXPECT_EQ(call("PUT", "/v1/resources/r1", pending, "7").status, 409);
  const Answered changed = call("PUT", "/v1/resources/r1", pending, made.etag);
  EXPECT_EQ(changed.status, 200);
  EXPECT_EQ(changed.text("/revision"), "2");
  EXPECT_EQ(call("GET", "/v1/resources/r1").text("/expires_at"), "null");
  EXPECT_EQ(call("PUT", "/v1/resources/r1", pending, "x").status, 400);
}

TEST_F(ApiTest, APutMustSayWhenTheResourceEnds) {
  const Answered refused = call("PUT", "/v1/resources/r1", R"({"state":"PENDING"})");
  EXPECT_EQ(refused.status, 422);
  EXPECT_NE(refused.text("/detail").find("expires_at"), std::string::npos);
  EXPECT_EQ(call("GET", "/v1/resources/r1").status, 404);
  EXPECT_EQ(call("PUT", "/v1/resources/" + std::string(256, 'x'), pending).status, 422);
}

TEST_F(ApiTest, AnEventIsShownWithItsBody) {
  call("PUT", "/v1/resources/r1", pending);
  EXPECT_EQ(receive(claim("a/b")), Code::applied);
  EXPECT_EQ(receive(claim("a/b")), Code::applied);
  opened->store().lapse();  // upkeep: repeats are counted now and then
  const Answered event = call("GET", "/v1/events/rewards/a%2Fb");
  EXPECT_EQ(event.status, 200);
  EXPECT_EQ(event.text("/outcome"), "applied");
  EXPECT_EQ(event.text("/version"), "2");
  EXPECT_EQ(event.text("/deliveries"), "2");
  EXPECT_EQ(event.text("/received_at"), "2023-11-14T22:13:20.000Z");
  EXPECT_FALSE(event.text("/body_base64").empty());
  EXPECT_EQ(call("GET", "/v1/events/rewards/other").status, 404);
  EXPECT_EQ(call("GET", "/v1/events/other/a%2Fb").status, 404);
}

TEST_F(ApiTest, ListsArePaged) {
  call("PUT", "/v1/resources/r1", pending);
  for (int i = 0; i < 5; ++i) receive(late("e" + std::to_string(i)));
  const Answered first = call("GET", "/v1/events?limit=2");
  EXPECT_EQ(first.rows(), 2u);
  EXPECT_EQ(first.text("/data/0/event_id"), "e4");
  EXPECT_FALSE(first.has("/data/0/body_base64"));
  const Answered second = call("GET", "/v1/events?limit=2&cursor=" + first.text("/next"));
  EXPECT_EQ(second.text("/data/0/event_id"), "e2");
  const Answered last = call("GET", "/v1/events?limit=2&cursor=" + second.text("/next"));
  EXPECT_EQ(last.rows(), 1u);
  EXPECT_EQ(last.text("/next"), "null");
  EXPECT_EQ(call("GET", "/v1/events?source=other").rows(), 0u);
  EXPECT_EQ(call("GET", "/v1/resources").text("/data/0/id"), "r1");
  for (const char* query : {"limit=0", "limit=501", "limit=x", "limit=-1", "cursor=junk"})
    EXPECT_EQ(call("GET", "/v1/events?" + std::string{query}).status, 400) << query;
}

TEST_F(ApiTest, WhatWaitsIsShown) {
  EXPECT_EQ(receive(claim("e1")), Code::unknown_resource);
  const Answered waiting = call("GET", "/v1/waiting?source=rewards");
  EXPECT_EQ(waiting.text("/data/0/event_id"), "e1");
  EXPECT_EQ(waiting.text("/data/0/code"), "unknown_resource");
}

struct Letters : ApiTest {
  // An expired event on a resource that waits for it.
  std::string letter() {
    call("PUT", "/v1/resources/r1", pending);
    EXPECT_EQ(receive(late("e1")), Code::expired);
    return call("GET", "/v1/dead-letters?open=true").text("/data/0/id");
  }
  std::size_t open() { return call("GET", "/v1/dead-letters?open=true").rows(); }
};

TEST_F(Letters, AreListedAndShown) {
  const std::string id = letter();
  const Answered shown = call("GET", "/v1/dead-letters/" + id);
  EXPECT_EQ(shown.text("/kind"), "event");
  EXPECT_EQ(shown.text("/cause"), "expired");
  EXPECT_EQ(shown.text("/count"), "1");
  EXPECT_FALSE(shown.text("/body_base64").empty());
  EXPECT_EQ(call("GET", "/v1/dead-letters/dl_none").status, 404);
  EXPECT_EQ(call("GET", "/v1/dead-letters?source=other").rows(), 0u);
}

TEST_F(Letters, AnExpiredOneIsReplayedWithANewExpiry) {
  const std::string path = "/v1/dead-letters/" + letter() + "/replay";
  const Answered without = call("POST", path, R"({"reason":"r"})");
  EXPECT_EQ(without.status, 409);
  EXPECT_EQ(without.text("/code"), "expiry_needed");
  EXPECT_EQ(call("POST", path, R"({"new_expiry":"2030-01-01T00:00:00Z"})").status, 422) << "no reason";

  const Answered replayed = call("POST", path, R"({"reason":"r","new_expiry":"2030-01-01T00:00:00Z"})");
  EXPECT_EQ(replayed.status, 200);
  EXPECT_EQ(replayed.text("/status"), "applied");
  EXPECT_EQ(replayed.text("/version"), "2");
  EXPECT_EQ(call("GET", "/v1/resources/r1").text("/state"), "CLAIMED");
  EXPECT_EQ(open(), 0u);
}

TEST_F(Letters, JUD06_OneLetterTwoReplaysOneEffect) {
  const std::string path = "/v1/dead-letters/" + letter() + "/replay";
  const std::string body = R"({"reason":"r","ignore_expiry":true})";
  EXPECT_EQ(call("POST", path, body).status, 200);
  const Answered second = call("POST", path, body);
  EXPECT_EQ(second.status, 409);
  EXPECT_EQ(second.text("/code"), "resolved");
  EXPECT_EQ(call("GET", "/v1/resources/r1").text("/revision"), "2");
}

TEST_F(Letters, ARequestThatWasNoEventCannotBeReplayed) {
  EXPECT_EQ(receive("not json"), Code::rejected);
  const std::string id = call("GET", "/v1/dead-letters").text("/data/0/id");
  EXPECT_EQ(call("POST", "/v1/dead-letters/" + id + "/replay", R"({"reason":"r"})").status, 409);
  EXPECT_EQ(call("POST", "/v1/dead-letters/dl_none/replay", R"({"reason":"r"})").status, 404);
}

TEST_F(ApiTest, BodiesAreBounded) {
  EXPECT_EQ(call("PUT", "/v1/resources/r1", std::string(limits::api_body_bytes_max + 1, ' ')).status, 413);
  EXPECT_EQ(call("GET", "/v1/events", "{}").status, 413) << "a read takes none";
}

TEST_F(ApiTest, ProblemsAreProblemJson) {
  call("GET", "/v1/resources/none");
  EXPECT_EQ(answer.content_type, "application/problem+json");
  EXPECT_EQ(answer.body, R"({"title":"Not found","status":404,"detail":"there is no such resource","code":"not_found"})");
}

TEST_F(ApiTest, TheOperatorVouchesForTheClock) {
  EXPECT_EQ(call("POST", "/v1/clock/accept", "{}").status, 422);
  EXPECT_EQ(call("POST", "/v1/clock/accept", R"({"reason":"ntp was off"})").status, 200);
}

TEST_F(ApiTest, SourcesThatAreTakenOverAreReplayedByTheirNewContract) {
  EXPECT_EQ(receive(late("e1")), Code::expired);
  const std::string path = "/v1/dead-letters/" + call("GET", "/v1/dead-letters").text("/data/0/id") + "/replay";
  api.use(nullptr, {});
  EXPECT_EQ(call("POST", path, R"({"reason":"r"})").text("/code"), "unknown_source");
  api.use(nullptr, {source});
  EXPECT_EQ(call("POST", path, R"({"reason":"r"})").text("/code"), "expiry_needed");
}

TEST_F(ApiTest, HealthAndMetrics) {
  EXPECT_EQ(call("GET", "/healthz").status, 200);
  EXPECT_EQ(call("GET", "/readyz").text("/status"), "degraded") << "in memory";
  EXPECT_EQ(call("GET", "/metrics").status, 200);
  draining = true;
  EXPECT_EQ(call("GET", "/readyz").status, 503);
}

TEST_F(ApiTest, AnAnswerThatDoesNotComeIsUndecided) {
  RawRequest request;
  request.method = "PUT";
  request.target = "/v1/resources/r1";
  request.body = pending;
  answer = {};
  api.handle(std::move(request), caller, {this, 1, 1});
  clock.advance(Api::answer_within);
  api.tick(clock.steady());
  EXPECT_EQ(answer.status, 503);
}

}  // namespace
}  // namespace senja::api
