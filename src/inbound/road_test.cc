#include "inbound/road.h"

#include <gtest/gtest.h>

#include "senja/model/digest.h"
#include "vocabulary/gzip.h"
#include "vocabulary/rewards_source.h"

namespace senja::inbound {
namespace {

using namespace std::chrono_literals;
using testing::Claim;
using testing::signed_request;

constexpr WallTime now{std::chrono::seconds{1'700'000'000}};
const Claim claim{.issued_at = now, .expires_at = now + 60s};

struct RoadTest : ::testing::Test {
  Lane lane{testing::rewards_source()};
};

TEST_F(RoadTest, ASignedEventIsAdmittedWithItsIntent) {
  const auto end = lane.on_request(signed_request(body_of(claim), now));
  const auto& admitted = std::get<Admitted>(end);
  const auto& intent = std::get<rules::EventIntent>(admitted.intent);
  EXPECT_EQ(intent.event_id, EventId{"e1"});
  EXPECT_EQ(intent.received_at, now);
  EXPECT_EQ(intent.kept.body, body_of(claim));
  ASSERT_NE(intent.transition, nullptr);
  EXPECT_EQ(intent.transition->to, State{"CLAIMED"});
  EXPECT_EQ(admitted.echo.event_id, EventId{"e1"});
  EXPECT_FALSE(admitted.violation);
}

TEST_F(RoadTest, ATamperedBodyIsRefused) {
  RawRequest request = signed_request(body_of(claim), now);
  request.body += ' ';
  const auto end = lane.on_request(std::move(request));
  const auto& refused = std::get<Refused>(end);
  EXPECT_EQ(refused.code, Code::signature);
  EXPECT_EQ(refused.answer.status, 401);
}

TEST_F(RoadTest, ASignedRequestThatIsNoEventGoesToTheLetters) {
  const auto end = lane.on_request(signed_request("{\"event_id\":\"e9\"}", now));
  const auto& admitted = std::get<Admitted>(end);
  const auto& reject = std::get<rules::RejectIntent>(admitted.intent);
  EXPECT_EQ(reject.event_id, EventId{"e9"});
  ASSERT_TRUE(admitted.violation);
  rules::Verdict verdict;
  verdict.code = Code::rejected;
  EXPECT_EQ(answer_to(admitted.echo, admitted.violation, verdict).status, 422);
  verdict.code = Code::busy;
  EXPECT_EQ(answer_to(admitted.echo, admitted.violation, verdict).status, 503) << "the letter is not durable";
}

TEST_F(RoadTest, WithoutAReadableIdTheBodyStandsForIt) {
  const auto end = lane.on_request(signed_request("not json", now));
  EXPECT_EQ(std::get<rules::RejectIntent>(std::get<Admitted>(end).intent).event_id.text, "sha256:" + sha256_hex("not json"));
}

TEST_F(RoadTest, PAR13_TheHeadAloneShowsThatASignatureIsMissing) {
  EXPECT_FALSE(lane.on_head(signed_request("{}", now).headers));
  Headers others;
  others.add("X-Other-Signature", "sha256=00");
  EXPECT_EQ(lane.on_head(others)->code, Code::signature);
}

struct GzipRoadTest : ::testing::Test {
  static std::shared_ptr<const Source> source(bool gzip = true) {
    auto source = std::make_shared<Source>(*testing::rewards_source());
    source->gzip = gzip;
    return source;
  }
  // Signed as it goes over the wire.
  static RawRequest encoded(std::string wire) {
    RawRequest request = signed_request(std::move(wire), now);
    request.headers.add("content-encoding", "gzip");
    return request;
  }
  Lane lane{source()};
};

TEST_F(GzipRoadTest, TheSignatureCoversTheWireAndAllElseTheDecodedBody) {
  const auto end = lane.on_request(encoded(testing::gzip(body_of(claim))));
  const auto& intent = std::get<rules::EventIntent>(std::get<Admitted>(end).intent);
  EXPECT_EQ(intent.event_id, EventId{"e1"});
  EXPECT_EQ(intent.kept.body, body_of(claim));
  EXPECT_EQ(intent.fingerprint, fingerprint_of(body_of(claim)));

  const auto plain = lane.on_request(signed_request(body_of(claim), now));
  EXPECT_EQ(std::get<rules::EventIntent>(std::get<Admitted>(plain).intent).fingerprint, intent.fingerprint)
      << "a repeat may come in another encoding";

  RawRequest resigned = signed_request(body_of(claim), now);  // over the decoded bytes
  resigned.body = testing::gzip(resigned.body);
  resigned.headers.add("content-encoding", "gzip");
  EXPECT_EQ(std::get<Refused>(lane.on_request(std::move(resigned))).code, Code::signature);
}

TEST_F(GzipRoadTest, WhatCannotBeDecodedIsALetterOfTheWiresBytes) {
  const std::string wire = testing::gzip(body_of(claim)) + "!";
  const auto end = lane.on_request(encoded(wire));
  const auto& admitted = std::get<Admitted>(end);
  const auto& reject = std::get<rules::RejectIntent>(admitted.intent);
  EXPECT_EQ(reject.kept.body, wire);
  EXPECT_EQ(reject.event_id.text, "sha256:" + sha256_hex(wire));
  EXPECT_EQ(reject.received_at, now);
  ASSERT_TRUE(admitted.violation);
  EXPECT_EQ(admitted.violation->status(), 400);
  EXPECT_EQ(admitted.violation->message(),
            "body: expected a gzip body of at most 4096 bytes, decoded, found more behind its end");
}

TEST_F(GzipRoadTest, T14_ABodyThatDecodesBeyondTheSourcesBoundIsRefused) {
  const auto end = lane.on_request(encoded(testing::gzip_bomb(16)));
  EXPECT_EQ(std::get<Admitted>(end).violation->message(),
            "body: expected a gzip body of at most 4096 bytes, decoded, found more");
}

TEST_F(GzipRoadTest, WithoutLeaveTheBodyIsReadAsItCame) {
  Lane strict{source(false)};
  const auto end = strict.on_request(encoded(testing::gzip(body_of(claim))));
  EXPECT_EQ(std::get<Admitted>(end).violation->found.substr(0, 18), "an unexpected byte");
}

TEST_F(RoadTest, RefusalsFollowThePolicysAnswers) {
  rules::Policy policy = *testing::rewards_source()->policy;
  policy.answer_overrides[Code::signature] = {.status = 403, .body = {}, .content_type = ""};
  auto source = std::make_shared<Source>(*testing::rewards_source());
  source->policy = std::make_shared<const rules::Policy>(std::move(policy));
  Lane own{source};
  RawRequest request = signed_request(body_of(claim), now);
  request.body += ' ';
  EXPECT_EQ(std::get<Refused>(own.on_request(std::move(request))).answer.status, 403);
  EXPECT_EQ(own.on_head({})->answer.status, 403);
}

}  // namespace
}  // namespace senja::inbound
