// Replays of dead letters, and PUTs: what an operator may do.
#include <gtest/gtest.h>

#include "rules/model_store.h"
#include "rules/test_words.h"

namespace senja::rules {
namespace {

auto late_claim(std::int64_t version = 1) {
  return an_event().on("r1").doing("CLAIM").version(version).expires_at(noon - 1h);
}

ReplayIntent replay_of(EventIntent event) {
  return {std::move(event), {"dl_1"}, {}, false, false, {"ann", "asked by the sender"}};
}
ReplayIntent ignoring_expiry(EventIntent event) {
  ReplayIntent replay = replay_of(std::move(event));
  replay.ignore_expiry = true;
  return replay;
}
ModelStore a_store(const LetterFacts& letter, std::int64_t version = 1) {
  ModelStore store;
  store.resources["r1"] = a_resource("PENDING", version);
  store.letter = letter;
  return store;
}
const auto expected = shared(a_policy(VersionMeans::expected));

TEST(Replay, AppliesWithANewExpiryAndResolvesTheLetter) {
  ModelStore store = a_store({Code::expired});
  const EventIntent event = late_claim().intent(expected);
  store.ledger[event.key] = {Code::expired, event.fingerprint, {}, noon + 3 * day};
  ReplayIntent replay = replay_of(event);
  replay.new_expiry = noon + 1h;

  const Verdict verdict = store.submit(replay);
  EXPECT_EQ(verdict.code, Code::applied);
  EXPECT_EQ(verdict.refused, RefusedBecause::none);
  EXPECT_TRUE(verdict.operator_call);
  EXPECT_EQ(verdict.version, 2);
  EXPECT_TRUE(store.letter->resolved);
  EXPECT_EQ(store.ledger[event.key].code, Code::applied);
  EXPECT_EQ(store.ledger[event.key].memory_until, noon + 1h + 5s + 3 * day);

  // The sender's own repeat now finds it applied, and a second operator finds the letter resolved.
  EXPECT_EQ(store.submit(event).code, Code::applied);
  EXPECT_EQ(store.submit(replay).refused, RefusedBecause::resolved);
  EXPECT_EQ(store.resources["r1"].version, 2);
}

TEST(Replay, MemoryReachesAsFarAsTheLaterOfBothExpiries) {
  const EventIntent event =
      an_event().on("r1").doing("CLAIM").version(1).expires_at(noon + 9 * day).received_at(noon - day).intent(expected);
  ModelStore store = a_store({Code::conflict_state});
  ReplayIntent replay = replay_of(event);
  replay.new_expiry = noon + 1h;
  EXPECT_EQ(store.submit(replay).code, Code::applied);
  EXPECT_EQ(store.ledger[event.key].memory_until, noon + 12 * day + 5s);

  store = a_store({Code::conflict_state});
  EXPECT_EQ(store.submit(ignoring_expiry(event)).code, Code::applied);
  EXPECT_EQ(store.ledger[event.key].memory_until, noon + 35 * day);  // counted from the replay, not from the delivery
}

TEST(Replay, IsRefusedWithAReason) {
  const EventIntent event = late_claim().intent(expected);
  const auto refused = [&](std::optional<LetterFacts> letter, std::optional<Record> record, const ReplayIntent& replay) {
    Facts facts = facts_with(a_resource("PENDING", 1));
    facts.letter = std::move(letter);
    facts.record = std::move(record);
    const Change change = decide(replay, facts);
    EXPECT_TRUE(writes_nothing(change));
    EXPECT_NE(change.verdict.detail, "");
    return change.verdict.refused;
  };
  const LetterFacts open{Code::expired};
  const ReplayIntent good = ignoring_expiry(event);
  EXPECT_EQ(refused({}, {}, good), RefusedBecause::no_letter);
  EXPECT_EQ(refused(LetterFacts{Code::expired, true}, {}, good), RefusedBecause::resolved);
  for (const Code cause : {Code::reused_id, Code::rejected, Code::applied, Code::gap})
    EXPECT_EQ(refused(LetterFacts{cause}, {}, good), RefusedBecause::cause);
  EXPECT_EQ(refused(open, Record{Code::applied, event.fingerprint}, good), RefusedBecause::applied);
  EXPECT_EQ(refused(open, Record{Code::stale, fingerprint_of("other")}, good), RefusedBecause::cause);
  EXPECT_EQ(refused(open, {}, replay_of(event)), RefusedBecause::expiry_needed);
  EXPECT_EQ(refused(LetterFacts{Code::abandoned}, {}, replay_of(event)), RefusedBecause::expiry_needed);  // expired by now
  ReplayIntent too_soon = replay_of(event);
  too_soon.new_expiry = noon - 5s - 1us;
  EXPECT_EQ(refused(open, {}, too_soon), RefusedBecause::expiry_needed);
}

TEST(Replay, JUD05_WhereTheFirstRecordMayBeGoneTheOperatorMustSaySo) {
  ModelStore store = a_store({});
  const EventIntent applied = an_event().on("r1").doing("CLAIM").version(1).expires_at(noon + 1min).intent(expected);
  EXPECT_EQ(store.submit(applied).code, Code::applied);
  store.forget(applied);  // its memory ended
  store.now = noon + 10 * day;
  EXPECT_EQ(store.submit(applied).code, Code::expired);
  store.letter = LetterFacts{Code::expired, false, true};
  ReplayIntent replay = ignoring_expiry(applied);
  EXPECT_EQ(store.submit(replay).refused, RefusedBecause::may_have_applied);
  store.letter->may_have_applied = false;  // its own record tells that it did not, as long as it is there
  EXPECT_EQ(store.submit(replay).refused, RefusedBecause::none);
  store.forget(applied);
  EXPECT_EQ(store.submit(replay).refused, RefusedBecause::may_have_applied);
  replay.may_have_applied = true;
  EXPECT_EQ(store.submit(replay).code, Code::stale);
  EXPECT_FALSE(store.letter->resolved);
}

TEST(Replay, AgeIsNotJudgedButTheRestIs) {
  Policy policy = a_policy(VersionMeans::expected);
  policy.time.max_age = 1min;
  const auto event = [&](std::int64_t version) {
    return an_event().on("r1").doing("CLAIM").version(version).issued_at(noon - 20 * day).intent(shared(policy));
  };
  EXPECT_EQ(a_store({Code::too_old}).submit(replay_of(event(1))).code, Code::applied);
  for (const auto& [version, code] : {std::pair{std::int64_t{0}, Code::stale}, std::pair{std::int64_t{2}, Code::gap}}) {
    ModelStore store = a_store({Code::too_old});
    const EventIntent told = event(version);
    const Verdict verdict = store.submit(replay_of(told));
    EXPECT_EQ(verdict.code, code);
    EXPECT_EQ(verdict.refused, RefusedBecause::none);
    EXPECT_FALSE(store.letter->resolved || store.ledger.contains(told.key) || store.waiting.contains(told.key));
  }
}

TEST(Replay, AnEventIsNotStaleByItsOwnUseOfItsNumber) {
  for (const VersionMeans means : {VersionMeans::strict, VersionMeans::latest}) {
    ModelStore store = a_store({Code::expired});
    const EventIntent event = late_claim(2).intent(shared(a_policy(means)));
    EXPECT_EQ(store.submit(event).code, Code::expired);
    EXPECT_EQ(store.resources["r1"].seen_version, 2);
    EXPECT_EQ(store.submit(ignoring_expiry(event)).code, Code::applied);
    EXPECT_EQ(store.resources["r1"].version, 2);
    EXPECT_EQ(store.resources["r1"].seen_version, 2);
  }
}

TEST(Replay, ANewerVersionMakesItStaleAllTheSame) {
  for (const VersionMeans means : {VersionMeans::strict, VersionMeans::latest}) {
    const auto policy = shared(a_policy(means));
    ModelStore store = a_store({Code::expired});
    const EventIntent event = late_claim(2).intent(policy);
    EXPECT_EQ(store.submit(event).code, Code::expired);
    EXPECT_EQ(store.submit(an_event("e3").on("r1").doing("MOVE").version(3).intent(policy)).code, Code::applied);
    EXPECT_EQ(store.submit(ignoring_expiry(event)).code, Code::stale);
    EXPECT_EQ(store.resources["r1"].version, 3);
  }
}

TEST(Replay, StrictANumberAheadOfItsTurnStillWaitsForThoseBefore) {
  ModelStore store = a_store({Code::expired});
  const auto policy = shared(a_policy(VersionMeans::strict));
  const EventIntent event = late_claim(3).intent(policy);
  EXPECT_EQ(store.submit(event).code, Code::expired);
  EXPECT_EQ(store.submit(ignoring_expiry(event)).code, Code::gap);
  EXPECT_EQ(store.submit(an_event("e2").on("r1").doing("MOVE").version(2).intent(policy)).code, Code::applied);
  EXPECT_EQ(store.submit(ignoring_expiry(event)).version, 3);
}

TEST(Replay, AFailedEffectLeavesEverythingAsItWas) {
  Policy policy = a_policy(VersionMeans::expected);
  policy.effects.emplace_back();
  ModelStore store = a_store({Code::conflict_effect});
  const EventIntent event = late_claim().intent(shared(policy));
  store.next_effects_fail = EffectFailure{EffectFailure::Kind::constraint, 0, "no"};
  EXPECT_EQ(store.submit(ignoring_expiry(event)).code, Code::conflict_effect);
  EXPECT_FALSE(store.letter->resolved || store.ledger.contains(event.key));
  EXPECT_TRUE(store.letters.empty());
  EXPECT_EQ(store.submit(ignoring_expiry(event)).code, Code::applied);
  EXPECT_EQ(store.effects_done[event.key], 1);
}

// PUT.

PutIntent a_put(std::optional<std::int64_t> version = {}, std::optional<std::int64_t> if_match = {}) {
  return {{"r1"}, {"PENDING"}, version, noon + 1h, if_match, {"ann", ""}};
}

TEST(Put, MakesAResource) {
  const Change change = decide(a_put(), facts_at(noon));
  EXPECT_EQ(change.verdict.code, Code::applied);
  EXPECT_TRUE(change.verdict.created && change.verdict.operator_call);
  EXPECT_EQ(change.verdict.revision, 1);
  const ResourceWrite wanted{.kind = ResourceWrite::Kind::create,
                             .expected_revision = 0,
                             .state = {"PENDING"},
                             .version = 1,
                             .seen_version = 1,
                             .revision = 1,
                             .expires_at = noon + 1h,
                             .placeholder = false};
  EXPECT_EQ(change.resource, wanted);
  EXPECT_FALSE(change.record || change.letter);
  EXPECT_EQ(decide(a_put(0), facts_at(noon)).verdict.version, 0);
}

TEST(Put, NeedsTheRevisionItSaw) {
  Resource held = a_resource("CLAIMED", 4);
  held.revision = 9;
  const auto refused = [&](const PutIntent& put) { return decide(put, facts_with(held)).verdict.refused; };
  EXPECT_EQ(refused(a_put()), RefusedBecause::revision);
  EXPECT_EQ(refused(a_put({}, 8)), RefusedBecause::revision);
  EXPECT_EQ(refused(a_put(3, 9)), RefusedBecause::version_behind);
  EXPECT_EQ(refused(a_put(4, 9)), RefusedBecause::none);
  EXPECT_EQ(decide(a_put({}, 1), facts_at(noon)).verdict.refused, RefusedBecause::revision);  // there is none to match
  EXPECT_FALSE(decide(a_put(3, 9), facts_with(held)).resource);
  EXPECT_EQ(decide(a_put(3, 9), facts_with(held)).verdict.revision, 9);
}

TEST(Put, ORD10_LeavesTheSendersNextVersionGood) {
  ModelStore store = a_store({}, 4);
  const Change change = decide(a_put({}, 1), facts_with(store.resources["r1"]));
  EXPECT_EQ(change.verdict.version, 4);
  EXPECT_EQ(change.verdict.revision, 2);
  for (const VersionMeans means : {VersionMeans::strict, VersionMeans::latest, VersionMeans::expected}) {
    Resource after = a_resource(change.resource->state.text, change.resource->version);
    after.seen_version = change.resource->seen_version;
    const std::int64_t next = means == VersionMeans::expected ? 4 : 5;
    const EventIntent event = an_event().on("r1").doing("MOVE").version(next).intent(shared(a_policy(means)));
    EXPECT_EQ(decide(event, facts_with(after)).verdict.code, Code::applied);
  }
}

TEST(Put, APlaceholderCountsAsMissingAndKeepsItsNumbers) {
  const Resource placeholder{
      .state = {}, .version = 0, .seen_version = 3, .revision = 0, .expires_at = {}, .placeholder = true, .skipped = {4, 6}};
  const Change change = decide(a_put(), facts_with(placeholder));
  EXPECT_TRUE(change.verdict.created);
  EXPECT_EQ(change.resource->kind, ResourceWrite::Kind::update);
  EXPECT_EQ(change.resource->expected_revision, 0);
  EXPECT_EQ(change.resource->revision, 1);
  EXPECT_EQ(change.resource->version, 1);
  EXPECT_EQ(change.resource->seen_version, 4);
  EXPECT_FALSE(change.resource->placeholder);
}

}  // namespace
}  // namespace senja::rules
