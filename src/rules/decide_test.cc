#include "senja/rules/decide.h"

#include <gtest/gtest.h>

#include "rules/test_words.h"
#include "senja/model/limits.h"

namespace senja::rules {
namespace {

EventIntent claim(VersionMeans means = VersionMeans::none) {
  return an_event().on("r1").doing("CLAIM").version(1).intent(shared(a_policy(means)));
}
Code code_of(const Intent& intent, const Facts& facts) { return decide(intent, facts).verdict.code; }

TEST(Decide, AppliesAndSaysWhatToWrite) {
  const Change change = decide(claim(VersionMeans::expected), facts_with(a_resource("PENDING", 1)));
  EXPECT_EQ(change.verdict.code, Code::applied);
  EXPECT_EQ(change.verdict.version, 2);
  EXPECT_EQ(change.verdict.revision, 2);
  ASSERT_TRUE(change.record && change.resource);
  EXPECT_EQ(change.record->version, 2);
  EXPECT_EQ(change.record->memory_until, noon + 35 * day);
  const ResourceWrite wanted{.kind = ResourceWrite::Kind::update,
                             .expected_revision = 1,
                             .state = {"CLAIMED"},
                             .version = 2,
                             .seen_version = 2,
                             .revision = 2,
                             .expires_at = {},
                             .placeholder = false};
  EXPECT_EQ(*change.resource, wanted);
  EXPECT_FALSE(change.letter || change.skip || change.run_effects);
}

TEST(Decide, ARepeatGetsTheRecordedOutcomeAndWritesNothing) {
  Facts facts = facts_with(a_resource("CLAIMED", 2));
  facts.record = Record{Code::conflict_state, claim().fingerprint, 7, noon};
  facts.waiting = true;
  const Change change = decide(claim(), facts);
  EXPECT_EQ(change.verdict.code, Code::conflict_state);
  EXPECT_EQ(change.verdict.version, 7);
  EXPECT_TRUE(change.verdict.replay);
  EXPECT_TRUE(writes_nothing(change));
  EXPECT_EQ(change.waiting, Change::Waiting::clear);
}

// JUD-01: the ledger answers, whatever the event's times or the record's own memory say by now.
TEST(Decide, JUD01_TheLedgerAnswersBeforeTime) {
  Policy policy = a_policy();
  policy.time.max_age = 10min;
  const EventIntent event =
      an_event().on("r1").doing("CLAIM").issued_at(noon).expires_at(noon + 1min).intent(shared(policy));
  Facts facts = facts_at(noon + 400 * day);
  facts.record = Record{Code::applied, event.fingerprint, 2, noon + 4 * day};
  facts.horizon = noon + 300 * day;
  const Change change = decide(event, facts);
  EXPECT_EQ(change.verdict.code, Code::applied);
  EXPECT_TRUE(change.verdict.replay);
  facts.record.reset();
  EXPECT_EQ(code_of(event, facts), Code::expired);  // too old as well: expired comes first
}

TEST(Decide, JUD01_OneOutcomeWhereTwoApply) {
  const Policy policy = a_policy(VersionMeans::strict);
  const auto event = [&](std::int64_t version) {
    return an_event().on("r1").doing("CLAIM").version(version).intent(shared(policy));
  };
  Resource gone = a_resource("CLAIMED", 4);
  EXPECT_EQ(code_of(event(3), facts_with(gone)), Code::stale);  // and the wrong state
  gone.expires_at = noon;
  EXPECT_EQ(code_of(event(3), facts_with(gone)), Code::stale);   // and past its sunset
  EXPECT_EQ(code_of(event(9), facts_with(gone)), Code::sunset);  // and a gap
  EXPECT_EQ(code_of(event(5), facts_with(gone)), Code::sunset);  // and the wrong state
  gone.expires_at = noon + 1us;
  EXPECT_EQ(code_of(event(9), facts_with(gone)), Code::gap);  // and the wrong state
  EXPECT_EQ(code_of(event(5), facts_with(gone)), Code::conflict_state);
}

// JUD-08: with the body as fingerprint a changed attempt counter is other content; by contract it is a repeat.
TEST(Decide, JUD08_OtherContentUnderOneIdIsAConflictAndKeepsTheFirst) {
  const auto policy = shared(a_policy());
  const EventIntent first = an_event().on("r1").doing("CLAIM").saying("attempt 1").intent(policy);
  Facts facts = facts_with(a_resource("CLAIMED", 1));
  facts.record = Record{Code::applied, first.fingerprint, 1, noon + day};

  const Change other = decide(an_event().on("r1").doing("CLAIM").saying("attempt 2").intent(policy), facts);
  EXPECT_EQ(other.verdict.code, Code::reused_id);
  EXPECT_FALSE(other.verdict.replay);
  EXPECT_FALSE(other.record || other.resource || other.skip || other.run_effects);
  ASSERT_TRUE(other.letter);
  EXPECT_EQ(other.letter->cause, Code::reused_id);

  EXPECT_TRUE(decide(an_event().saying("attempt 1").intent(policy), facts).verdict.replay);
  EXPECT_TRUE(decide(an_event().without_fingerprint().intent(policy), facts).verdict.replay);
  facts.record->fingerprint.reset();
  EXPECT_TRUE(decide(an_event().saying("attempt 2").intent(policy), facts).verdict.replay);
}

TEST(Decide, JUD02_AnActionWithoutARuleIsIgnoredOrRefused) {
  Policy policy = a_policy();
  const auto event = [&] { return an_event().on("r1").doing("DANCE").intent(shared(policy)); };
  const Change ignored = decide(event(), facts_at(noon));
  EXPECT_EQ(ignored.verdict.code, Code::ignored);
  EXPECT_TRUE(ignored.record);
  EXPECT_FALSE(ignored.letter || ignored.resource);

  policy.unknown_action = UnknownAction::refuse;
  const Change refused = decide(event(), facts_at(noon));
  EXPECT_EQ(refused.verdict.code, Code::rejected);
  EXPECT_TRUE(refused.letter);
  EXPECT_FALSE(refused.record || refused.resource);

  policy.reads_action = false;  // then no event is ignored
  EXPECT_EQ(code_of(event(), facts_at(noon)), Code::applied);
}

TEST(Decide, AnExpiredActionWithoutARuleIsIgnored) {
  const EventIntent event = an_event().doing("DANCE").expires_at(noon - day).intent(shared(a_policy()));
  EXPECT_EQ(code_of(event, facts_at(noon)), Code::ignored);
}

TEST(Decide, JUD03_AnEventOfTheFutureComesAgainInTime) {
  const EventIntent event = an_event().on("r1").doing("CLAIM").issued_at(noon + 8s).intent(shared(a_policy()));
  const Change early = decide(event, facts_with(a_resource("PENDING", 1), noon));
  EXPECT_EQ(early.verdict.code, Code::future);
  EXPECT_EQ(early.verdict.retry_after, 3s);
  EXPECT_EQ(early.waiting, Change::Waiting::note);
  EXPECT_TRUE(writes_nothing(early));

  Facts later = facts_with(a_resource("PENDING", 1), noon + 3s);
  later.waiting = true;
  const Change applied = decide(event, later);
  EXPECT_EQ(applied.verdict.code, Code::applied);
  EXPECT_EQ(applied.waiting, Change::Waiting::clear);
}

TEST(Decide, AWaitIsRoundedUpToWholeSeconds) {
  const EventIntent event = an_event().on("r1").doing("CLAIM").issued_at(noon + 8s).intent(shared(a_policy()));
  EXPECT_EQ(decide(event, facts_at(noon - 1us)).verdict.retry_after, 4s);
  EXPECT_EQ(decide(event, facts_at(noon + 1us)).verdict.retry_after, 3s);
  EXPECT_EQ(decide(event, facts_at(noon + 3s - 1us)).verdict.retry_after, 1s);
}

TEST(Decide, AMissingResourceIsWaitedForUnlessTheActionMakesIt) {
  const Change unknown = decide(claim(), facts_at(noon));
  EXPECT_EQ(unknown.verdict.code, Code::unknown_resource);
  EXPECT_EQ(unknown.waiting, Change::Waiting::note);
  EXPECT_TRUE(writes_nothing(unknown));

  const Change made =
      decide(an_event().on("r1").doing("OPEN").expires_at(noon + 1h).intent(shared(a_policy())), facts_at(noon));
  EXPECT_EQ(made.verdict.code, Code::applied);
  ASSERT_TRUE(made.resource);
  const ResourceWrite wanted{.kind = ResourceWrite::Kind::create,
                             .expected_revision = 0,
                             .state = {"PENDING"},
                             .version = 1,
                             .seen_version = 1,
                             .revision = 1,
                             .expires_at = noon + 1h,
                             .placeholder = false};
  EXPECT_EQ(*made.resource, wanted);
}

TEST(Decide, AnActionThatMakesAResourceIsJudgedByItsStateWhereThereIsOne) {
  const EventIntent event = an_event().on("r1").doing("OPEN").intent(shared(a_policy()));
  EXPECT_EQ(code_of(event, facts_with(a_resource("PENDING", 1))), Code::conflict_state);
}

TEST(Decide, ATransitionWithoutResourceOrVersionIsRejected) {
  const Change nowhere = decide(an_event().doing("CLAIM").intent(shared(a_policy())), facts_at(noon));
  EXPECT_EQ(nowhere.verdict.code, Code::rejected);
  EXPECT_TRUE(nowhere.letter);
  const EventIntent unnumbered =
      an_event().on("r1").doing("CLAIM").intent(shared(a_policy(VersionMeans::latest)));  // ORD-03
  EXPECT_EQ(code_of(unnumbered, facts_with(a_resource("PENDING", 1))), Code::rejected);
}

TEST(Decide, ConflictsSayTheResourcesVersion) {
  const Change change = decide(claim(VersionMeans::expected), facts_with(a_resource("CLAIMED", 1)));
  EXPECT_EQ(change.verdict.code, Code::conflict_state);
  EXPECT_EQ(change.verdict.version, 1);
  EXPECT_EQ(change.verdict.detail, "the resource is CLAIMED, the transition starts at PENDING");
  EXPECT_TRUE(change.letter && change.record);
  EXPECT_FALSE(change.resource);
}

TEST(Decide, CapsOnWaitingAnswerBusy) {
  const auto with = [](WaitingCounts counts) {
    Facts facts = facts_at(noon);
    facts.waiting_counts = counts;
    return facts;
  };
  EXPECT_EQ(code_of(claim(), with({99, 9'999, 99'999})), Code::unknown_resource);
  EXPECT_EQ(code_of(claim(), with({limits::waiting_per_resource_max, 0, 0})), Code::busy);
  EXPECT_EQ(code_of(claim(), with({0, limits::waiting_per_source_max, 0})), Code::busy);
  EXPECT_EQ(code_of(claim(), with({0, 0, limits::waiting_max})), Code::busy);
  Facts again = with({limits::waiting_per_resource_max, 0, 0});
  again.waiting = true;  // it has its place already
  EXPECT_EQ(code_of(claim(), again), Code::unknown_resource);
}

TEST(Decide, ARejectedRequestOnlyLeavesALetter) {
  const RejectIntent rejected{
      shared(a_policy()), {"e1"}, {Violation::Kind::contract, "/version", "an integer", "missing"}, noon, {}};
  const Change change = decide(rejected, facts_at(noon));
  EXPECT_EQ(change.verdict.code, Code::rejected);
  ASSERT_TRUE(change.letter);
  EXPECT_EQ(change.letter->detail, "/version: expected an integer, found missing");
  EXPECT_FALSE(change.record || change.resource || change.skip || change.run_effects);
  EXPECT_EQ(change.waiting, Change::Waiting::leave);
}

// Effects.

Policy with_effect(Effect::OnError on_error = Effect::OnError::conflict) {
  Policy policy = a_policy(VersionMeans::expected);
  Effect effect;
  effect.sql = "UPDATE t SET n = 1";
  effect.on_error = on_error;
  policy.effects.push_back(effect);
  return policy;
}
Change after_failure(const Policy& policy, EffectFailure::Kind kind) {
  Facts facts = facts_with(a_resource("PENDING", 1));
  facts.effect_failure = EffectFailure{kind, 0, "wanted 1 row, changed 0"};
  return decide(an_event().on("r1").doing("CLAIM").version(1).intent(shared(policy)), facts);
}

TEST(DecideEffects, AreRunWhereNothingElseStandsAgainstTheEvent) {
  const auto event = an_event().on("r1").doing("CLAIM").version(1).intent(shared(with_effect()));
  const Change change = decide(event, facts_with(a_resource("PENDING", 1)));
  EXPECT_TRUE(change.run_effects && change.record && change.resource);
  EXPECT_FALSE(decide(event, facts_with(a_resource("CLAIMED", 1))).run_effects);
}

TEST(DecideEffects, WhatCanPassIsTriedAgainAndWhatCannotIsAConflict) {
  using Failed = EffectFailure::Kind;
  const Change passing = after_failure(with_effect(), Failed::passing);
  EXPECT_EQ(passing.verdict.code, Code::effect);
  EXPECT_EQ(passing.waiting, Change::Waiting::note);
  EXPECT_EQ(passing.verdict.retry_after, 5s);
  EXPECT_TRUE(writes_nothing(passing));

  const Change broken = after_failure(with_effect(), Failed::constraint);
  EXPECT_EQ(broken.verdict.code, Code::conflict_effect);
  EXPECT_TRUE(broken.record && broken.letter);
  EXPECT_FALSE(broken.resource || broken.run_effects);
  EXPECT_EQ(broken.letter->detail, "effect 1: wanted 1 row, changed 0");

  EXPECT_EQ(after_failure(with_effect(Effect::OnError::retry), Failed::constraint).verdict.code, Code::effect);
  EXPECT_EQ(after_failure(with_effect(), Failed::rows).verdict.code, Code::conflict_rows);
  EXPECT_EQ(after_failure(with_effect(Effect::OnError::retry), Failed::rows).verdict.code, Code::conflict_rows);
}

TEST(Needs, ReadsAResourceOnlyWhereItIsJudgedOrNumbersAreUsedUp) {
  const auto of = [](VersionMeans means, const char* action, bool resource) {
    auto event = an_event().doing(action);
    if (resource) event.on("r1");
    return needs(event.intent(shared(a_policy(means))));
  };
  EXPECT_TRUE(of(VersionMeans::none, "CLAIM", true).resource);
  EXPECT_FALSE(of(VersionMeans::none, "DANCE", true).resource);
  EXPECT_FALSE(of(VersionMeans::expected, "DANCE", true).resource);
  EXPECT_TRUE(of(VersionMeans::latest, "DANCE", true).resource);
  EXPECT_FALSE(of(VersionMeans::latest, "CLAIM", true).skipped);
  EXPECT_TRUE(of(VersionMeans::strict, "DANCE", true).skipped);
  EXPECT_FALSE(of(VersionMeans::strict, "CLAIM", false).resource);
}

}  // namespace
}  // namespace senja::rules
