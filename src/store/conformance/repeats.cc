// Repeats: one effect, the same answer, whatever is repeated, when, and beside what.
#include <algorithm>
#include <condition_variable>
#include <thread>

#include "store/conformance/suite.h"

namespace senja::store::conformance {

TEST_P(Conformance, AppliedOnceAndRepeatsGetTheRecordedOutcome) {
  open();
  put("r1", "PENDING", 1);
  const rules::Verdict first = settle(intent(claim("e1", "r1", 1), claims_at));
  EXPECT_EQ(first.code, Code::applied);
  EXPECT_FALSE(first.replay);
  EXPECT_EQ(first.version, 2);
  for (int i = 0; i < 3; ++i) {
    const rules::Verdict repeat = settle(intent(claim("e1", "r1", 1), claims_at));
    EXPECT_EQ(repeat.code, Code::applied);
    EXPECT_TRUE(repeat.replay);
    EXPECT_EQ(repeat.version, 2);
  }
  EXPECT_EQ(ask("SELECT count(*) FROM senja_events"), 1);
  EXPECT_EQ(ask("SELECT revision FROM senja_resources WHERE id = 'r1'"), 2);
}

TEST_P(Conformance, RepeatsInOneBatchAreJudgedAfterTheFirst) {
  open();
  std::vector<rules::Intent> intents;
  intents.reserve(5);
  for (int i = 0; i < 5; ++i) intents.push_back(intent(credit("e1", "ann", 7), credits_at));
  const auto verdicts = settle(std::move(intents));
  EXPECT_EQ(std::ranges::count_if(verdicts, [](const auto& each) { return !each.replay; }), 1);
  EXPECT_TRUE(std::ranges::all_of(verdicts, [](const auto& each) { return each.code == Code::applied; }));
  EXPECT_EQ(credit_of("ann"), 7);
}

TEST_P(Conformance, IDM06_OneIdOnTwoSourcesIsTwoEvents) {
  open();
  put("r1", "PENDING", 1);
  EXPECT_FALSE(settle(intent(claim("e1", "r1", 1), claims_at)).replay);
  EXPECT_FALSE(settle(intent(credit("e1", "ann", 7), credits_at)).replay);
  EXPECT_EQ(ask("SELECT count(*) FROM senja_events"), 2);
}

TEST_P(Conformance, IDM08_AReusedIdIsAConflictAndTheFirstStays) {
  open();
  EXPECT_EQ(settle(intent(credit("e1", "ann", 7), credits_at)).code, Code::applied);
  for (int i = 0; i < 2; ++i)
    EXPECT_EQ(settle(intent(credit("e1", "ann", 8).saying("other bytes"), credits_at)).code, Code::reused_id);
  const rules::Verdict again = settle(intent(credit("e1", "ann", 7), credits_at));
  EXPECT_EQ(again.code, Code::applied);
  EXPECT_TRUE(again.replay);
  EXPECT_EQ(credit_of("ann"), 7);
  EXPECT_EQ(ask("SELECT count(*) FROM senja_dead_letters"), 1);
  EXPECT_EQ(ask("SELECT count FROM senja_dead_letters"), 2);
}

TEST_P(Conformance, JUD01_ARepeatAfterItsExpiryGetsTheOriginalOutcome) {
  open();
  const auto once = credit("e1", "ann", 7);
  EXPECT_EQ(settle(intent(once, credits_at)).code, Code::applied);
  clock.advance(24h);
  const rules::Verdict repeat = settle(intent(once, credits_at));
  EXPECT_EQ(repeat.code, Code::applied);
  EXPECT_TRUE(repeat.replay);
}

TEST_P(Conformance, OPS06_AnEventThatCanNeverApplyDoesNotGrowTheStore) {
  open();
  const auto late = credit("e1", "ann", 7).expires_at(clock.wall() - 1h);
  for (int i = 0; i < 20; ++i) EXPECT_EQ(settle(intent(late, credits_at)).code, Code::expired);
  EXPECT_EQ(ask("SELECT count(*) FROM senja_events"), 1);
  EXPECT_EQ(ask("SELECT count(*) FROM senja_dead_letters"), 1);
  EXPECT_EQ(credit_of("ann"), 0);
}

TEST_P(Conformance, WAI01_FortyCopiesAtOnce) {
  open();
  for (std::uint64_t token = 1; token <= 40; ++token) submit(intent(credit("e1", "ann", 7), credits_at), token);
  const auto at_once = answers.take();
  EXPECT_EQ(at_once.size(), 7u);  // one first, 32 that wait for it, 7 too many
  for (const auto& [token, verdict] : at_once) EXPECT_EQ(verdict.code, Code::busy);
  while (opened->run_once() > 0) {
  }
  const auto settled = answers.take();
  EXPECT_EQ(settled.size(), 33u);
  std::size_t first = 0;
  for (const auto& [token, verdict] : settled) {
    EXPECT_EQ(verdict.code, Code::applied);
    first += verdict.replay ? 0 : 1;
  }
  EXPECT_EQ(first, 1u);
  EXPECT_TRUE(settle(intent(credit("e1", "ann", 7), credits_at)).replay);
  EXPECT_EQ(credit_of("ann"), 7);
}

TEST_P(Conformance, WaitersOfARetryableOutcomeAreAnsweredRetryable) {
  open();
  for (std::uint64_t token = 1; token <= 3; ++token) submit(intent(claim("e1", "nowhere", 1), claims_at), token);
  while (opened->run_once() > 0) {
  }
  for (const auto& [token, verdict] : answers.take()) {
    EXPECT_EQ(verdict.code, Code::unknown_resource);
    EXPECT_FALSE(verdict.replay);
  }
}

// Collects until `expected` verdicts are there.
class Gathering final : public Completions {
 public:
  void deliver(std::vector<Settled> settled) override {
    const std::lock_guard lock{mutex_};
    for (Settled& each : settled) verdicts_.push_back(std::move(each.verdict));
    arrived_.notify_all();
  }
  std::vector<rules::Verdict> wait_for(std::size_t expected) {
    std::unique_lock lock{mutex_};
    arrived_.wait(lock, [&] { return verdicts_.size() >= expected; });
    return std::move(verdicts_);
  }

 private:
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::vector<rules::Verdict> verdicts_;
};

TEST_P(Conformance, IDM05_SixtyFourCopiesFromManyThreads) {
  open(Threading::own_thread);
  for (int round = 0; round < 20; ++round) {
    Gathering gathering;
    const auto copy = credit("e" + std::to_string(round), "ann", 1);
    {
      std::vector<std::jthread> senders;
      senders.reserve(4);
      for (std::uint64_t sender = 0; sender < 4; ++sender)
        senders.emplace_back([&, sender] {
          for (std::uint64_t i = 0; i < 16; ++i)
            opened->store().submit(intent(copy, credits_at), {&gathering, sender * 16 + i});
        });
    }
    const auto verdicts = gathering.wait_for(64);
    EXPECT_EQ(verdicts.size(), 64u);
    EXPECT_EQ(std::ranges::count_if(verdicts, [](const auto& each) { return each.code == Code::applied && !each.replay; }),
              1);
    EXPECT_TRUE(std::ranges::all_of(verdicts,
                                    [](const auto& each) { return each.code == Code::applied || each.code == Code::busy; }));
  }
  opened->store().drain();
  EXPECT_EQ(credit_of("ann"), 20);
}

TEST_P(Conformance, DeliveriesAreCounted) {
  open();
  for (int i = 0; i < 3; ++i) settle(intent(credit("e1", "ann", 7), credits_at));
  opened->store().lapse();
  const auto view = opened->views()->event({"credits"}, {"e1"});
  ASSERT_TRUE(view.has_value() && view->has_value());
  EXPECT_EQ((*view)->deliveries, 3);
  EXPECT_EQ((*view)->code, Code::applied);
}

TEST_P(Conformance, TheLedgerSurvivesItsGenerationsAndRestarts) {
  settings.generation_rows = 64;
  open();
  constexpr int count = 64 * 70;  // more generations than one shelf holds
  for (int i = 0; i < count; i += 64) {
    std::vector<rules::Intent> batch;
    for (int j = i; j < i + 64; ++j) batch.push_back(intent(credit("e" + std::to_string(j), "ann", 1), credits_at));
    for (const auto& verdict : settle(std::move(batch))) EXPECT_EQ(verdict.code, Code::applied);
    if (i == 64 * 33 && GetParam().survives_reopen) reopen();
  }
  if (GetParam().survives_reopen) reopen();
  for (int i = 0; i < count; i += 7) {
    EXPECT_TRUE(settle(intent(credit("e" + std::to_string(i), "ann", 1), credits_at)).replay) << i;
    EXPECT_TRUE(opened->views()->event({"credits"}, {"e" + std::to_string(i)}).value().has_value()) << i;
  }
  EXPECT_FALSE(settle(intent(credit("new", "ann", 1), credits_at)).replay);
  EXPECT_EQ(credit_of("ann"), count + 1);
}

}  // namespace senja::store::conformance
