// Order, waiting, letters and replays.
#include "store/conformance/suite.h"

namespace senja::store::conformance {

TEST_P(Conformance, ORD04_TwoEventsWithOneExpectedVersion) {
  open();
  put("r1", "PENDING", 0);
  policies[claims_at]->transitions[{"CLAIM"}].to = {"PENDING"};  // so that only the version decides
  for (int round = 0; round < 500; ++round) {
    std::vector<rules::Intent> batch;
    batch.push_back(intent(claim("a" + std::to_string(round), "r1", round), claims_at));
    batch.push_back(intent(claim("b" + std::to_string(round), "r1", round), claims_at));
    const auto verdicts = settle(std::move(batch));
    EXPECT_EQ(verdicts[0].code, Code::applied);
    EXPECT_EQ(verdicts[1].code, Code::stale);
  }
  EXPECT_EQ(ask("SELECT version FROM senja_resources WHERE id = 'r1'"), 500);
  EXPECT_EQ(ask("SELECT count(DISTINCT version) FROM senja_events WHERE code = 'applied'"), 500);
}

TEST_P(Conformance, ORD05_AnUpdateBeforeItsCreateWaitsAndIsAppliedOnTheRetry) {
  open();
  const auto update = claim("e2", "r1", 1);
  const rules::Verdict early = settle(intent(update, claims_at));
  EXPECT_EQ(early.code, Code::unknown_resource);
  EXPECT_EQ(early.retry_after, 5s);
  EXPECT_EQ(opened->views()->waiting(std::nullopt, {}).value().rows.size(), 1u);
  EXPECT_EQ(settle(intent(event("e1").on("r1").doing("CREATE").version(0), claims_at)).version, 1);
  EXPECT_EQ(settle(intent(update, claims_at)).code, Code::applied);
  EXPECT_TRUE(opened->views()->waiting(std::nullopt, {}).value().rows.empty());
}

TEST_P(Conformance, ORD08_RefusedNumbersAreUsedUpUnderStrict) {
  open();
  const auto step = [&](const std::string& id, std::int64_t version) {
    return event(id).on("o1").doing("STEP").version(version);
  };
  const auto late = [&](const std::string& id, std::int64_t version) {
    return step(id, version).expires_at(clock.wall() - 1h);
  };
  EXPECT_EQ(settle(intent(step("e1", 1), orders_at)).code, Code::applied);
  EXPECT_EQ(settle(intent(late("e3", 3), orders_at)).code, Code::expired);
  EXPECT_EQ(ask("SELECT count(*) FROM senja_skips"), 1);
  EXPECT_EQ(settle(intent(step("e4", 4), orders_at)).code, Code::gap);
  EXPECT_EQ(settle(intent(step("x3", 3), orders_at)).code, Code::stale);
  EXPECT_EQ(settle(intent(step("e2", 2), orders_at)).code, Code::applied);
  EXPECT_EQ(settle(intent(step("e4", 4), orders_at)).code, Code::applied);
  EXPECT_EQ(ask("SELECT count(*) FROM senja_skips"), 0);
  EXPECT_EQ(ask("SELECT version FROM senja_resources WHERE id = 'o1'"), 4);
}

TEST_P(Conformance, APlaceholderHoldsANumberUsedUpBeforeTheResourceIs) {
  open();
  const auto step = [&](const std::string& id, std::int64_t version) {
    return event(id).on("o1").doing("STEP").version(version);
  };
  EXPECT_EQ(settle(intent(step("e1", 1).expires_at(clock.wall() - 1h), orders_at)).code, Code::expired);
  EXPECT_FALSE(opened->views()->resource({"o1"}).value().has_value());
  EXPECT_EQ(settle(intent(step("e2", 2), orders_at)).code, Code::applied);
  EXPECT_EQ(opened->views()->resource({"o1"}).value()->version, 2);
}

TEST_P(Conformance, TIM08_TheInstantIsReadForEachEventNotForTheBatch) {
  // The first effect takes a minute; the event behind it in the batch has half of that to live.
  class SlowProbe final : public Probe {
   public:
    explicit SlowProbe(SimClock& clock) : clock_(clock) {}
    bool fails(Step step) override {
      if (step == Step::after_ledger) clock_.advance(60s);
      return false;
    }

   private:
    SimClock& clock_;
  } slow{clock};
  settings.policies.assign(policies.begin(), policies.end());
  opened = store::open(settings, clock, &slow, Threading::by_hand).value();
  std::vector<rules::Intent> batch;
  batch.push_back(intent(credit("e1", "ann", 1), credits_at));
  batch.push_back(intent(credit("e2", "bob", 1).expires_at(clock.wall() + 30s), credits_at));
  const auto verdicts = settle(std::move(batch));
  EXPECT_EQ(verdicts[0].code, Code::applied);
  EXPECT_EQ(verdicts[1].code, Code::expired);
  EXPECT_EQ(credit_of("bob"), 0);
}

TEST_P(Conformance, JUD04_AGapNeverFilledIsAbandoned) {
  open();
  put("r1", "PENDING", 1);
  EXPECT_EQ(settle(intent(claim("e5", "r1", 5), claims_at)).code, Code::gap);
  clock.advance(25h);
  EXPECT_EQ(opened->store().lapse(), 0u);
  EXPECT_EQ(ask("SELECT count(*) FROM senja_waiting"), 1);
  clock.advance(2h);
  EXPECT_EQ(opened->store().lapse(), 1u);
  EXPECT_EQ(ask("SELECT count(*) FROM senja_waiting"), 0);
  const auto letters = opened->views()->letters(std::nullopt, true, {}).value();
  ASSERT_EQ(letters.rows.size(), 1u);
  EXPECT_EQ(letters.rows[0].cause, Code::abandoned);
  EXPECT_FALSE(letters.rows[0].kept->body.empty());
}

TEST_P(Conformance, WaitingIsCappedByResource) {
  open();
  put("r1", "PENDING", 1);
  for (int i = 0; i < 100; ++i)
    EXPECT_EQ(settle(intent(claim("e" + std::to_string(i), "r1", 5 + i), claims_at)).code, Code::gap);
  EXPECT_EQ(settle(intent(claim("one more", "r1", 500), claims_at)).code, Code::busy);
  EXPECT_EQ(settle(intent(claim("e7", "r1", 12), claims_at)).code, Code::gap);  // one that waits already
  EXPECT_EQ(ask("SELECT count(*) FROM senja_waiting"), 100);
}

TEST_P(Conformance, JUD06_TwoReplaysOfOneLetterHaveOneEffect) {
  open();
  const auto late = credit("e1", "ann", 7).expires_at(clock.wall() - 1h);
  settle(intent(late, credits_at));
  const LetterId letter = opened->views()->letters(std::nullopt, true, {}).value().rows.at(0).id;
  const auto replay = [&](bool ignore) {
    return rules::ReplayIntent{intent(late, credits_at), letter, std::nullopt, ignore, false, {"ann", "she called"}};
  };
  EXPECT_EQ(settle(replay(false)).refused, rules::RefusedBecause::expiry_needed);
  std::vector<rules::Intent> both;
  both.emplace_back(replay(true));
  both.emplace_back(replay(true));
  const auto verdicts = settle(std::move(both));
  EXPECT_EQ(verdicts[0].code, Code::applied);
  EXPECT_EQ(verdicts[0].refused, rules::RefusedBecause::none);
  EXPECT_NE(verdicts[1].refused, rules::RefusedBecause::none);
  EXPECT_EQ(credit_of("ann"), 7);
  EXPECT_EQ(ask("SELECT count(*) FROM senja_audit WHERE what = 'replay' AND who = 'ann'"), 1);
  EXPECT_TRUE(opened->views()->letter(letter).value()->resolved);

  // The sender's own retry now gets what the replay recorded.
  const rules::Verdict retry = settle(intent(late, credits_at));
  EXPECT_EQ(retry.code, Code::applied);
  EXPECT_TRUE(retry.replay);
  EXPECT_EQ(credit_of("ann"), 7);
}

TEST_P(Conformance, PutNeedsTheRevisionOfWhatIsThere) {
  open();
  EXPECT_TRUE(put("r1", "PENDING", 1).created);
  EXPECT_EQ(put("r1", "PENDING", 1).refused, rules::RefusedBecause::revision);
  const rules::Verdict changed =
      settle(rules::PutIntent{{"r1"}, {"CLAIMED"}, std::nullopt, clock.wall() + 1h, 1, {"test", "by hand"}});
  EXPECT_EQ(changed.refused, rules::RefusedBecause::none);
  EXPECT_EQ(changed.revision, 2);
  EXPECT_EQ(ask("SELECT version FROM senja_resources WHERE id = 'r1'"), 1);
}

}  // namespace senja::store::conformance
