// Time outcomes at their exact edges, the horizon, and a clock that cannot be trusted.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "rules/test_words.h"
#include "senja/rules/time_rules.h"

namespace senja::rules {
namespace {

Code code_of(const EventIntent& event, const Facts& facts) { return decide(event, facts).verdict.code; }
auto claim() { return an_event().on("r1").doing("CLAIM"); }

// TIM-08: the last microsecond counts, wherever in a batch the event stands.
TEST(Time, TIM08_AnEventLivesUpToItsExpiryPlusTheMargin) {
  const EventIntent event = claim().expires_at(noon).intent(shared(a_policy()));
  EXPECT_EQ(code_of(event, facts_with(a_resource("PENDING", 1), noon + 5s)), Code::applied);
  const Change late = decide(event, facts_with(a_resource("PENDING", 1), noon + 5s + 1us));
  EXPECT_EQ(late.verdict.code, Code::expired);
  ASSERT_TRUE(late.verdict.time);
  EXPECT_EQ(late.verdict.time->now, noon + 5s + 1us);
  EXPECT_EQ(late.verdict.time->expires_at, noon);
  EXPECT_EQ(late.verdict.time->margin, 5s);
  EXPECT_EQ(late.verdict.time->late, 5s + 1us);
  EXPECT_TRUE(late.record && late.letter);
  EXPECT_FALSE(late.resource);
}

TEST(Time, TIM08_InDoubtRefusedTheMarginCountsTheOtherWay) {
  Policy policy = a_policy();
  policy.time.in_doubt = InDoubt::refuse;
  const EventIntent event = claim().expires_at(noon).intent(shared(policy));
  EXPECT_EQ(code_of(event, facts_with(a_resource("PENDING", 1), noon - 5s)), Code::applied);
  EXPECT_EQ(code_of(event, facts_with(a_resource("PENDING", 1), noon - 5s + 1us)), Code::expired);
}

TEST(Time, TIM08_ASunsetHasNoMargin) {
  Resource resource = a_resource("PENDING", 1);
  resource.expires_at = noon;
  const EventIntent event = claim().intent(shared(a_policy()));
  EXPECT_EQ(code_of(event, facts_with(resource, noon - 1us)), Code::applied);
  const Change sunset = decide(event, facts_with(resource, noon));
  EXPECT_EQ(sunset.verdict.code, Code::sunset);
  EXPECT_EQ(sunset.verdict.time->expires_at, noon);
  EXPECT_EQ(sunset.verdict.version, 1);
}

TEST(Time, AnEventsExpiryIsTheSunsetOfWhatItMakesAndOfNothingElse) {
  Resource resource = a_resource("PENDING", 1);
  resource.expires_at = noon + 2h;
  const EventIntent event = claim().expires_at(noon + 1h).intent(shared(a_policy()));
  EXPECT_EQ(decide(event, facts_with(resource)).resource->expires_at, noon + 2h);
  resource.expires_at.reset();
  EXPECT_EQ(decide(event, facts_with(resource)).resource->expires_at, std::nullopt);
}

TEST(Time, TIM08_IssuedAtAtBothEdges) {
  Policy policy = a_policy();
  policy.time.max_age = 10min;
  const EventIntent event = claim().issued_at(noon).intent(shared(policy));
  const auto at = [&](WallTime now) { return code_of(event, facts_with(a_resource("PENDING", 1), now)); };
  EXPECT_EQ(at(noon - 5s - 1us), Code::future);
  EXPECT_EQ(at(noon - 5s), Code::applied);
  EXPECT_EQ(at(noon + 10min + 5s), Code::applied);
  EXPECT_EQ(at(noon + 10min + 5s + 1us), Code::too_old);
}

TEST(Time, TooOldHasALetterAndNoRecord) {
  Policy policy = a_policy();
  policy.time.max_age = 10min;
  const Change change = decide(claim().issued_at(noon - 1h).intent(shared(policy)), facts_with(a_resource("PENDING", 1)));
  EXPECT_EQ(change.verdict.code, Code::too_old);
  EXPECT_TRUE(change.letter);
  EXPECT_FALSE(change.record || change.resource);
  EXPECT_EQ(change.verdict.time->late, 50min);
}

// JUD-07: what was forgotten stays too old when the clock returns.
TEST(Time, JUD07_BeforeTheHorizonIsTooOldWhateverTheClockSays) {
  const EventIntent event = claim().expires_at(noon + 1min).intent(shared(a_policy()));
  Facts facts = facts_with(a_resource("PENDING", 1));
  facts.horizon = noon + 1min + 5s + 3 * day - 1us;
  EXPECT_EQ(code_of(event, facts), Code::applied);
  facts.horizon = noon + 1min + 5s + 3 * day;
  const Change change = decide(event, facts);
  EXPECT_EQ(change.verdict.code, Code::too_old);
  EXPECT_TRUE(change.letter && change.letter->may_have_applied);
}

TEST(Time, JUD07_WithoutExpiryTheHorizonIsComparedWithIssuedAt) {
  Policy policy = a_policy();
  Facts facts = facts_with(a_resource("PENDING", 1));
  facts.horizon = noon + 34 * day;
  // Its memory began when it came: at the earliest a margin before it was issued.
  const WallTime last_forgotten = noon - day + policy.time.margin;
  EXPECT_EQ(code_of(claim().issued_at(last_forgotten).intent(shared(policy)), facts), Code::too_old);
  EXPECT_EQ(code_of(claim().issued_at(last_forgotten + 1us).intent(shared(policy)), facts), Code::applied);
  EXPECT_EQ(code_of(claim().intent(shared(policy)), facts), Code::applied);  // no time: not compared
  policy.time.remember_for.reset();                                          // for ever: nothing was forgotten
  EXPECT_EQ(code_of(claim().issued_at(noon - day).intent(shared(policy)), facts), Code::applied);
}

// JUD-05: its record may be gone, so its letter says that it may have been applied.
TEST(Time, JUD05_ALetterSaysWhereAnEarlierRecordMayBeGone) {
  const EventIntent expired = claim().expires_at(noon).received_at(noon + 10 * day).intent(shared(a_policy()));
  Facts facts = facts_with(a_resource("PENDING", 1), noon + 10 * day);
  EXPECT_FALSE(decide(expired, facts).letter->may_have_applied);
  facts.horizon = noon + 5s + 3 * day - 1us;
  EXPECT_FALSE(decide(expired, facts).letter->may_have_applied);
  facts.horizon = noon + 5s + 3 * day;
  EXPECT_TRUE(decide(expired, facts).letter->may_have_applied);

  facts.resource->state = {"CLAIMED"};
  const EventIntent timeless = claim().intent(shared(a_policy()));  // nothing tells when it first came
  EXPECT_TRUE(decide(timeless, facts).letter->may_have_applied);
  facts.horizon.reset();
  EXPECT_FALSE(decide(timeless, facts).letter->may_have_applied);
}

TEST(Time, MemoryCoversExpiryMarginAndTheLongestRetry) {
  Policy policy = a_policy();
  const auto until = [&](const auto& event) { return memory_until(event.intent(shared(policy)), policy.time, noon); };
  EXPECT_EQ(until(claim().expires_at(noon + 1h).received_at(noon)), noon + 1h + 5s + 3 * day);
  EXPECT_EQ(until(claim().expires_at(noon - 1h).received_at(noon)), noon + 3 * day);
  EXPECT_EQ(until(claim().received_at(noon)), noon + 35 * day);
  // It came while the clock was behind, and was judged when that had been put right.
  EXPECT_EQ(until(claim().received_at(noon - 40 * day)), noon + 35 * day);
  EXPECT_EQ(until(claim().expires_at(noon - 9 * day).received_at(noon - 9 * day)), noon + 3 * day);
  policy.time.remember_for.reset();
  EXPECT_EQ(until(claim().received_at(noon)), forever);
}

// A clock in doubt.

Facts in_doubt(Resource resource) {
  Facts facts = facts_with(std::move(resource), noon);
  facts.doubt = ClockDoubt{noon - 1h, noon};
  return facts;
}

TEST(Doubt, NoFinalTimeOutcomeIsGiven) {
  Policy policy = a_policy();
  policy.time.max_age = 10min;
  Resource gone = a_resource("PENDING", 1);
  gone.expires_at = noon - 1h - 1us;
  const Facts alive = in_doubt(a_resource("PENDING", 1));
  EXPECT_EQ(code_of(claim().expires_at(noon - 30min).intent(shared(policy)), alive), Code::clock);
  EXPECT_EQ(code_of(claim().expires_at(noon - day).intent(shared(policy)), alive), Code::clock);
  EXPECT_EQ(code_of(claim().issued_at(noon - 30min).intent(shared(policy)), alive), Code::clock);
  EXPECT_EQ(code_of(claim().intent(shared(policy)), in_doubt(gone)), Code::clock);

  const Change change = decide(claim().expires_at(noon - 30min).intent(shared(policy)), alive);
  EXPECT_TRUE(writes_nothing(change));
  EXPECT_EQ(change.waiting, Change::Waiting::leave);
  EXPECT_EQ(change.verdict.retry_after, 5s);
}

TEST(Doubt, NothingIsAppliedThatOneReadingWouldEnd) {
  const auto facts = [](WallTime low, WallTime high) {
    Facts doubtful = facts_with(a_resource("PENDING", 1), low);  // the slower reading is the store's
    doubtful.doubt = ClockDoubt{low, high};
    return doubtful;
  };
  const EventIntent event = claim().expires_at(noon).intent(shared(a_policy()));  // its last moment: noon + 5 s
  EXPECT_EQ(code_of(event, facts(noon - 1h, noon + 5s - 1us)), Code::applied);
  EXPECT_EQ(code_of(event, facts(noon - 1h, noon + 5s)), Code::clock);
  EXPECT_EQ(code_of(event, facts(noon - 1h, noon + 1h)), Code::clock);

  Facts sunset = facts(noon - 1h, noon + 1h);
  sunset.resource->expires_at = noon;
  EXPECT_EQ(code_of(claim().intent(shared(a_policy())), sunset), Code::clock);
  sunset.resource->expires_at = noon + 2h;
  EXPECT_EQ(code_of(claim().intent(shared(a_policy())), sunset), Code::applied);
}

TEST(Doubt, WhatTimeDoesNotDecideGoesOn) {
  Facts facts = in_doubt(a_resource("CLAIMED", 1));
  EXPECT_EQ(code_of(claim().intent(shared(a_policy())), facts), Code::conflict_state);
  facts.record = Record{Code::expired, claim().intent(shared(a_policy())).fingerprint, {}, noon};
  EXPECT_TRUE(decide(claim().intent(shared(a_policy())), facts).verdict.replay);
}

RC_GTEST_PROP(TimeRules, ExpiredIsMonotoneInTheMargin, ()) {
  const auto seconds = rc::gen::inRange(-100, 100);
  const WallTime expires_at = noon + std::chrono::seconds{*seconds};
  const Micros small = std::chrono::seconds{*rc::gen::inRange(0, 50)};
  const Micros large = small + std::chrono::seconds{*rc::gen::inRange(0, 50)};
  if (expired(expires_at, {noon, large}, InDoubt::apply)) RC_ASSERT(expired(expires_at, {noon, small}, InDoubt::apply));
  if (expired(expires_at, {noon, small}, InDoubt::refuse)) RC_ASSERT(expired(expires_at, {noon, large}, InDoubt::refuse));
  if (expired(expires_at, {noon, small}, InDoubt::apply)) RC_ASSERT(expired(expires_at, {noon, small}, InDoubt::refuse));
}

TEST(TimeRules, WholeSecondsUpHoldsAtBothEnds) {
  EXPECT_EQ(whole_seconds_up(Micros::min()), 1s);
  EXPECT_EQ(whole_seconds_up(0us), 1s);
  EXPECT_EQ(whole_seconds_up(1'000'001us), 2s);
  EXPECT_EQ(whole_seconds_up(3s), 3s);
  EXPECT_GT(whole_seconds_up(Micros::max()), Micros::max() - 1s);
}

}  // namespace
}  // namespace senja::rules
