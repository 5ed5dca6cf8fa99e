#include "inbound/road.h"

#include <gtest/gtest.h>

#include "senja/model/digest.h"
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

}  // namespace
}  // namespace senja::inbound
