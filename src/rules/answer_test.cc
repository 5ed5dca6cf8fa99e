#include "senja/rules/answer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rules/test_words.h"

namespace senja::rules {
namespace {

using Headers = std::vector<std::pair<std::string, std::string>>;
const std::pair<std::string, std::string> abort_message{"webhook-delivery", "abort-message"};
const std::pair<std::string, std::string> repeated{"senja-replay", "true"};

Echo echo(Answers answers = Answers::gentle) {
  Policy policy = a_policy();
  policy.answers = answers;
  return {shared(policy), {"e\"1"}, {}};
}
Verdict verdict(Code code) {
  Verdict told;
  told.code = code;
  return told;
}

TEST(Answer, AppliedSaysTheVersion) {
  Verdict applied = verdict(Code::applied);
  applied.version = 2;
  const Answer answered = answer(echo(), applied);
  EXPECT_EQ(answered.status, 200);
  EXPECT_EQ(answered.body, R"({"status":"applied","event_id":"e\"1","version":2})");
  EXPECT_TRUE(answered.headers.empty());
  applied.replay = true;
  EXPECT_EQ(answer(echo(), applied).headers, Headers{repeated});
  EXPECT_EQ(answer(echo(), applied).body, answered.body);
}

TEST(Answer, OUT07_ExpiredByTodaysPolicyAndARepeatAlike) {
  Verdict expired = verdict(Code::expired);
  expired.time = TimeDetail{noon, noon - 1h, 5s, 1h};
  const Answer gentle = answer(echo(), expired);
  EXPECT_EQ(gentle.status, 200);
  EXPECT_EQ(gentle.body,
            R"({"status":"ignored_expired","event_id":"e\"1","code":"expired","now":"2023-11-14T22:13:20.000Z",)"
            R"("expires_at":"2023-11-14T21:13:20.000Z","margin_ms":5000,"late_ms":3600000})");
  EXPECT_EQ(gentle.headers, Headers{abort_message});

  const Answer strict = answer(echo(Answers::strict), expired);
  EXPECT_EQ(strict.status, 410);
  EXPECT_THAT(strict.body, ::testing::StartsWith(R"({"status":"expired",)"));

  Verdict repeat = verdict(Code::expired);
  repeat.replay = true;
  EXPECT_EQ(answer(echo(), repeat).status, 200);
  EXPECT_EQ(answer(echo(), repeat).body, R"({"status":"ignored_expired","event_id":"e\"1","code":"expired"})");
  EXPECT_EQ(answer(echo(Answers::strict), repeat).status, 410);
  EXPECT_EQ(answer(echo(), repeat).headers, (Headers{repeated, abort_message}));
}

TEST(Answer, WhatMayComeAgainSaysWhen) {
  Verdict gap = verdict(Code::gap);
  gap.retry_after = 2500ms;
  gap.version = 3;
  const Answer answered = answer(echo(), gap);
  EXPECT_EQ(answered.status, 503);
  EXPECT_EQ(answered.headers, (Headers{{"retry-after", "3"}}));
  EXPECT_EQ(answered.body, R"({"status":"gap","event_id":"e\"1","version":3,"code":"gap","retry_after":3})");
  EXPECT_EQ(answer(echo(), verdict(Code::undecided)).headers, (Headers{{"retry-after", "5"}}));
}

TEST(Answer, EveryCodeHasItsStatusFromTheTable) {
  for (const OutcomeRow& each : outcome_table)
    for (const Answers mode : {Answers::gentle, Answers::strict}) {
      const Answer answered = answer(echo(mode), verdict(each.code));
      EXPECT_EQ(answered.status, mode == Answers::strict ? each.strict : each.gentle) << each.text;
      const bool again = each.kind == Kind::retryable || each.kind == Kind::undecided;
      EXPECT_EQ(answered.body.find("retry_after") != std::string::npos, again) << each.text;
      const bool ended = each.kind == Kind::final && each.code != Code::applied && each.code != Code::ignored;
      EXPECT_EQ(answered.headers == Headers{abort_message}, ended) << each.text;
      EXPECT_EQ(answered.body.find("\"code\"") != std::string::npos, each.code != Code::applied) << each.text;
    }
}

TEST(Answer, RejectedNamesThePlaceAndTheKindOfFault) {
  const Answer broken = answer(Violation{Violation::Kind::contract, "/version", "an integer", "text \"x\""}, echo());
  EXPECT_EQ(broken.status, 422);
  EXPECT_EQ(broken.body, R"({"status":"rejected","event_id":"e\"1","code":"rejected",)"
                         R"("detail":"/version: expected an integer, found text \"x\""})");
  EXPECT_EQ(broken.headers, Headers{abort_message});
  EXPECT_EQ(answer(Violation{Violation::Kind::not_json, "body", "JSON", "text"}, echo()).status, 400);
}

TEST(Answer, CopiesTheFieldsAskedFor) {
  Policy policy = a_policy();
  policy.answer_with = {{"job_id", 0}, {"none", 1}, {"big", 2}};
  const Event event = an_event("e1").pick(std::string{"j\n1"}).pick(std::nullopt).pick(NumberText{"1e2"}).event();
  const Echo echoed = echo_of(event, shared(policy));
  EXPECT_EQ(answer(echoed, verdict(Code::applied)).body,
            R"({"status":"applied","event_id":"e1","job_id":"j\n1","big":1e2})");
}

Echo overridden(std::map<Code, AnswerOverride> overrides, Answers answers = Answers::gentle) {
  Policy policy = a_policy();
  policy.answers = answers;
  policy.answer_overrides = std::move(overrides);
  return {shared(policy), {"e1"}, {}};
}

TEST(Answer, OverriddenStatusesAndBodiesReplaceTheTables) {
  const Echo echo = overridden({{Code::applied, {.status = 204, .body = {}, .content_type = ""}},
                                {Code::ignored, {.status = 200, .body = "[accepted]", .content_type = "text/plain"}},
                                {Code::expired, {.status = {}, .body = R"({"success":true})", .content_type = ""}},
                                {Code::gap, {.status = 429, .body = {}, .content_type = ""}}},
                               Answers::strict);
  Verdict applied = verdict(Code::applied);
  applied.replay = true;
  EXPECT_EQ(answer(echo, applied).status, 204);
  EXPECT_EQ(answer(echo, applied).body, "");
  EXPECT_EQ(answer(echo, applied).headers, Headers{repeated}) << "repeats follow, and still say that they are";

  const Answer ignored = answer(echo, verdict(Code::ignored));
  EXPECT_EQ(ignored.body, "[accepted]");
  EXPECT_EQ(ignored.headers, (Headers{{"content-type", "text/plain"}}));

  const Answer expired = answer(echo, verdict(Code::expired));
  EXPECT_EQ(expired.status, 410) << "only the body was overridden";
  EXPECT_EQ(expired.body, R"({"success":true})");
  EXPECT_EQ(expired.headers, Headers{abort_message});

  const Answer gap = answer(echo, verdict(Code::gap));
  EXPECT_EQ(gap.status, 429);
  EXPECT_EQ(gap.headers, (Headers{{"retry-after", "5"}}));
  EXPECT_THAT(gap.body, ::testing::StartsWith(R"({"status":"gap",)"));
  EXPECT_EQ(answer(echo, verdict(Code::stale)).status, 200);
}

TEST(Answer, AnOverriddenRejectionIsOneForBothKindsOfFault) {
  const Echo echo = overridden({{Code::rejected, {.status = 200, .body = {}, .content_type = ""}}});
  const Answer broken = answer(Violation{Violation::Kind::contract, "/v", "an integer", "missing"}, echo);
  EXPECT_EQ(broken.status, 200);
  EXPECT_THAT(broken.body, ::testing::StartsWith(R"({"status":"rejected",)"));
  EXPECT_EQ(answer(Violation{Violation::Kind::not_json, "body", "JSON", "text"}, echo).status, 200);

  const Echo body_only = overridden({{Code::rejected, {.status = {}, .body = "{}", .content_type = ""}}});
  EXPECT_EQ(answer(Violation{Violation::Kind::not_json, "body", "JSON", "text"}, body_only).status, 400);
  EXPECT_EQ(answer(Violation{Violation::Kind::not_json, "body", "JSON", "text"}, body_only).body, "{}");
}

TEST(Answer, WhatNeverBecameAVerdictFollowsThePolicyToo) {
  const Echo echo = overridden({{Code::signature, {.status = 403, .body = {}, .content_type = ""}},
                                {Code::draining, {.status = 500, .body = "later", .content_type = "text/plain"}}});
  EXPECT_EQ(refused(Code::signature, "not signed", *echo.policy).status, 403);
  EXPECT_EQ(refused(Code::signature, "not signed", *echo.policy).body,
            R"({"status":"signature","code":"signature","detail":"not signed"})");
  EXPECT_EQ(refused(Code::timestamp, "late", *echo.policy).status, 401);
  const Answer later = retry_later(Code::draining, 5s, "ending", *echo.policy);
  EXPECT_EQ(later.status, 500);
  EXPECT_EQ(later.body, "later");
  EXPECT_EQ(later.headers, (Headers{{"retry-after", "5"}, {"content-type", "text/plain"}}));
  EXPECT_EQ(retry_later(Code::undecided, 5s, "", *echo.policy).status, 503);
}

TEST(Answer, ProblemsOutsideAnyPolicy) {
  const Answer unknown = problem(404, "not_found", "no such source");
  EXPECT_EQ(unknown.status, 404);
  EXPECT_EQ(unknown.body, R"({"status":"not_found","code":"not_found","detail":"no such source"})");
  const Answer later = retry_later(Code::draining, 1500ms, "shutting down");
  EXPECT_EQ(later.status, 503);
  EXPECT_EQ(later.headers, (Headers{{"retry-after", "2"}}));
  EXPECT_EQ(later.body, R"({"status":"draining","code":"draining","detail":"shutting down","retry_after":2})");
}

}  // namespace
}  // namespace senja::rules
