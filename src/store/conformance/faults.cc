// Faults at every named step, restarts, clocks that step, and the end of memory.
#include "store/conformance/suite.h"

namespace senja::store::conformance {

TEST_P(Conformance, IDM01_AFaultAtAnyStepLeavesNothingAndTheRetryIsApplied) {
  open();
  int event_number = 0;
  for (const Step step : {Step::before_begin, Step::after_ledger, Step::after_effects, Step::before_commit})
    for (int nth = 1; nth <= 3; ++nth) {
      // Each event is tried alone after its batch failed, so a single fault costs nobody an answer.
      const std::string id = std::to_string(++event_number);
      probe.fail_at(step, nth);
      std::vector<rules::Intent> batch;
      for (const char* user : {"a", "b", "c"}) batch.push_back(intent(credit(user + id, user + id, 1), credits_at));
      const auto verdicts = settle(std::move(batch));
      for (const auto& verdict : verdicts) EXPECT_TRUE(verdict.code == Code::applied || verdict.code == Code::store);
      for (const char* user : {"a", "b", "c"}) {
        rules::Verdict verdict;
        for (int tries = 0; verdict.code != Code::applied && tries < 2; ++tries)
          verdict = settle(intent(credit(user + id, user + id, 1), credits_at));
        EXPECT_EQ(verdict.code, Code::applied);  // at the second try where the fault was still to come
        EXPECT_EQ(credit_of(user + id), 1) << step_names[static_cast<std::size_t>(step)] << " " << nth;
      }
    }
}

TEST_P(Conformance, AFaultAlone_IsRetryableAndLeavesNothing) {
  open();
  probe.fail_at(Step::before_commit);
  EXPECT_EQ(settle(intent(credit("e1", "ann", 7), credits_at)).code, Code::store);
  EXPECT_EQ(credit_of("ann"), 0);
  EXPECT_EQ(ask("SELECT count(*) FROM senja_events"), 0);
  const rules::Verdict retry = settle(intent(credit("e1", "ann", 7), credits_at));
  EXPECT_EQ(retry.code, Code::applied);
  EXPECT_FALSE(retry.replay);
}

TEST_P(Conformance, IDM02_AFaultAfterTheCommitIsUndecidedAndTheRetryIsAReplay) {
  open();
  probe.fail_at(Step::after_commit);
  EXPECT_EQ(settle(intent(credit("e1", "ann", 7), credits_at)).code, Code::undecided);
  const rules::Verdict retry = settle(intent(credit("e1", "ann", 7), credits_at));
  EXPECT_EQ(retry.code, Code::applied);
  EXPECT_TRUE(retry.replay);
  EXPECT_EQ(credit_of("ann"), 7);
}

TEST_P(Conformance, QUE06_TheLetterAndTheOutcomeAreOneCommit) {
  open();
  const auto late = credit("e1", "ann", 7).expires_at(clock.wall() - 1h);
  probe.fail_at(Step::before_commit);
  EXPECT_EQ(settle(intent(late, credits_at)).code, Code::store);
  EXPECT_EQ(ask("SELECT count(*) FROM senja_dead_letters"), 0);
  const rules::Verdict retry = settle(intent(late, credits_at));
  EXPECT_EQ(retry.code, Code::expired);
  EXPECT_FALSE(retry.replay);
  EXPECT_EQ(ask("SELECT count(*) FROM senja_dead_letters"), 1);
}

TEST_P(Conformance, AnswersSurviveARestart) {
  if (!GetParam().survives_reopen) {
    open();
    EXPECT_FALSE(opened->store().health().reasons.empty()) << "a store that forgets must say so";
    return;
  }
  open();
  settle(intent(credit("e1", "ann", 7), credits_at));
  EXPECT_EQ(settle(intent(claim("e5", "nowhere", 5), claims_at)).code, Code::unknown_resource);
  reopen();
  EXPECT_TRUE(settle(intent(credit("e1", "ann", 7), credits_at)).replay);
  EXPECT_EQ(settle(intent(claim("e5", "nowhere", 5), claims_at)).code, Code::unknown_resource);
  EXPECT_EQ(ask("SELECT count FROM senja_waiting"), 2);
}

TEST_P(Conformance, ASuspectClockGivesNoFinalTimeOutcome) {
  open();
  settle(intent(credit("e0", "ann", 1), credits_at));
  clock.step_wall(24h);
  const auto live = credit("e1", "ann", 7)
                        .issued_at(clock.wall() - 24h)
                        .expires_at(clock.wall() - 23h);  // alive by the clock that was right
  EXPECT_EQ(settle(intent(live, credits_at)).code, Code::clock);
  EXPECT_TRUE(opened->store().health().clock_suspect);
  EXPECT_EQ(ask("SELECT count(*) FROM senja_dead_letters"), 0);
  clock.step_wall(-24h);
  EXPECT_EQ(settle(intent(live, credits_at)).code, Code::applied);
}

TEST_P(Conformance, TheOperatorMayVouchForTheClock) {
  open();
  clock.step_wall(24h);
  const auto late = credit("e1", "ann", 7).expires_at(clock.wall() - 23h);
  EXPECT_EQ(settle(intent(late, credits_at)).code, Code::clock);
  opened->store().accept_clock({"ann", "the hardware clock was wrong"});
  EXPECT_EQ(settle(intent(late, credits_at)).code, Code::expired);
  EXPECT_EQ(ask("SELECT count(*) FROM senja_audit WHERE what = 'clock accept'"), 1);
}

TEST_P(Conformance, JUD07_PurgeRaisesTheHorizonAndNothingBehindItIsApplied) {
  settings.generation_rows = 64;
  open();
  opened->store().purge();
  const auto once = credit("e0", "ann", 1);
  for (int i = 0; i < 256; ++i) settle(intent(credit("e" + std::to_string(i), "ann", 1), credits_at));
  clock.advance(24h * 5);
  std::size_t forgotten = 0;
  for (PurgeReport report = opened->store().purge(); report.more; report = opened->store().purge())
    forgotten += report.records;
  EXPECT_GE(forgotten, 128u);
  EXPECT_GT(ask("SELECT horizon FROM senja_horizons WHERE source = 'credits'"), 0);
  // The clock goes back to before the event's expiry, and the operator swears it is right.
  clock.step_wall(-24h * 5);
  opened->store().accept_clock({"ann", "test"});
  const rules::Verdict again = settle(intent(once, credits_at));
  EXPECT_EQ(again.code, Code::too_old);
  EXPECT_EQ(credit_of("ann"), 256);
  if (GetParam().survives_reopen) {
    reopen();
    EXPECT_EQ(settle(intent(once, credits_at)).code, Code::too_old);
    EXPECT_TRUE(settle(intent(credit("e255", "ann", 1), credits_at)).code != Code::applied || credit_of("ann") == 256);
  }
}

TEST_P(Conformance, PurgeWaitsWhileTheClockMayBeWrong) {
  settings.generation_rows = 64;
  open();
  opened->store().purge();
  for (int i = 0; i < 256; ++i) settle(intent(credit("e" + std::to_string(i), "ann", 1), credits_at));
  clock.step_wall(24h * 5);
  EXPECT_FALSE(opened->store().purge().allowed);
  clock.advance(10min);  // a minute's agreement is not enough to forget for good
  EXPECT_FALSE(opened->store().purge().allowed);
  clock.step_wall(-24h * 5);
  EXPECT_TRUE(settle(intent(credit("e0", "ann", 1), credits_at)).replay);
}

TEST_P(Conformance, RecordsThatOutliveTheirGenerationAreKept) {
  settings.generation_rows = 64;
  open();
  opened->store().purge();
  const auto long_lived = credit("long", "ann", 1).expires_at(clock.wall() + 24h * 300);
  settle(intent(long_lived, credits_at));
  for (int i = 0; i < 256; ++i) settle(intent(credit("e" + std::to_string(i), "ann", 1), credits_at));
  clock.advance(24h * 5);
  while (opened->store().purge().more) {
  }
  EXPECT_EQ(ask("SELECT count(*) FROM senja_ledger_kept"), 1);
  EXPECT_TRUE(settle(intent(long_lived, credits_at)).replay);
  if (GetParam().survives_reopen) {
    reopen();
    EXPECT_TRUE(settle(intent(long_lived, credits_at)).replay);
  }
  clock.advance(24h * 300);
  while (opened->store().purge().more) {
  }
  EXPECT_EQ(ask("SELECT count(*) FROM senja_ledger_kept"), 0);
}

// The record of a replay stands for the one it replaced until both are forgotten.
TEST_P(Conformance, AReplacedRecordNeverComesToLightAgain) {
  settings.generation_rows = 64;
  settings.history_for = 24h * 100;
  policies.push_back(credits());
  policies.back()->source = {"patient"};
  policies.back()->time.grace = 24h * 20;
  constexpr std::size_t patient_at = 4;
  open();
  opened->store().purge();
  const auto pile = [&](const std::string& name) {
    for (int i = 0; i < 200; ++i) settle(intent(credit(name + std::to_string(i), "ann", 1), credits_at));
  };
  const auto purge_all = [&] {
    while (opened->store().purge().more) {
    }
  };
  const auto late = credit("late", "bob", 5).expires_at(clock.wall() - 1h);
  EXPECT_EQ(settle(intent(late, patient_at)).code, Code::expired);
  pile("a");
  clock.advance(24h * 5);
  purge_all();
  EXPECT_EQ(ask("SELECT count(*) FROM senja_ledger_kept"), 1);

  const auto letters = opened->views()->letters(std::nullopt, true, {});
  ASSERT_TRUE(letters.has_value() && letters->rows.size() == 1);
  rules::ReplayIntent replay{intent(late, patient_at), letters->rows[0].id, std::nullopt, true, false, {"ann", "test"}};
  EXPECT_EQ(settle(rules::Intent{std::move(replay)}).code, Code::applied);
  pile("b");
  clock.advance(24h * 36);
  for (bool more = true; more;) {
    more = opened->store().purge().more;
    const auto view = opened->views()->event({"patient"}, {"late"});
    ASSERT_TRUE(view.has_value());
    EXPECT_TRUE(!*view || (*view)->code == Code::applied) << text((*view)->code);
  }
  EXPECT_EQ(ask("SELECT count(*) FROM senja_ledger_kept"), 0);
}

TEST_P(Conformance, ADrainedStoreAnswersWhatItTookAndRefusesTheRest) {
  open(Threading::own_thread);
  opened->store().submit(intent(credit("e1", "ann", 7), credits_at), {&answers, 1});
  opened->store().drain();
  opened->store().submit(intent(credit("e2", "ann", 7), credits_at), {&answers, 2});
  auto settled = answers.take();
  EXPECT_EQ(settled[1].code, Code::applied);
  EXPECT_EQ(settled[2].code, Code::draining);
  EXPECT_EQ(credit_of("ann"), 7);
}

}  // namespace senja::store::conformance
