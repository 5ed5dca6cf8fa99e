// Effects: what fails never fails its neighbours, and never half.
#include <thread>

#include "store/conformance/suite.h"

namespace senja::store::conformance {

namespace {

rules::Effect statement(const std::string& sql, std::vector<rules::Bind> binds = {}) {
  rules::Effect effect;
  effect.sql = sql;
  effect.binds = std::move(binds);
  return effect;
}

std::shared_ptr<rules::Policy> source_with(const std::string& name, std::vector<rules::Effect> effects) {
  auto policy = std::make_shared<rules::Policy>();
  policy->source = {name};
  policy->effects = std::move(effects);
  return policy;
}

constexpr const char* endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";

}  // namespace

TEST_P(Conformance, EFF02_AConstraintFailureIsAFinalConflictOfItsOwn) {
  open();
  std::vector<rules::Intent> batch;
  batch.push_back(intent(credit("e1", "ann", 5), credits_at));
  batch.push_back(intent(credit("e2", "bob", -5), credits_at));  // CHECK (credit >= 0)
  batch.push_back(intent(credit("e3", "cid", 5), credits_at));
  const auto verdicts = settle(std::move(batch));
  EXPECT_EQ(verdicts[0].code, Code::applied);
  EXPECT_EQ(verdicts[1].code, Code::conflict_effect);
  EXPECT_EQ(verdicts[2].code, Code::applied);
  EXPECT_EQ(ask("SELECT count(*) FROM senja_dead_letters WHERE cause = 'conflict.effect'"), 1);
  EXPECT_EQ(ask("SELECT count(*) FROM balances"), 2);
  const rules::Verdict repeat = settle(intent(credit("e2", "bob", -5), credits_at));
  EXPECT_EQ(repeat.code, Code::conflict_effect);
  EXPECT_TRUE(repeat.replay);
}

TEST_P(Conformance, EFF02_ADeferredForeignKeyIsRetryableAndAlone) {
  policies.push_back(source_with(
      "family", {statement("INSERT INTO children (id, parent) VALUES (:id, :parent)", {{"id", 0}, {"parent", 1}})}));
  policies.push_back(source_with("parents", {statement("INSERT INTO parents (id) VALUES (:id)", {{"id", 0}})}));
  open();
  const auto child = event("c1").pick(Scalar{std::int64_t{1}}).pick(Scalar{std::int64_t{9}});
  std::vector<rules::Intent> batch;
  batch.push_back(intent(credit("e1", "ann", 5), credits_at));
  batch.push_back(intent(child, 4));
  batch.push_back(intent(credit("e2", "bob", 5), credits_at));
  const auto verdicts = settle(std::move(batch));
  EXPECT_EQ(verdicts[0].code, Code::applied);
  EXPECT_EQ(verdicts[1].code, Code::effect);
  EXPECT_EQ(verdicts[2].code, Code::applied);
  EXPECT_EQ(ask("SELECT count(*) FROM children"), 0);
  EXPECT_EQ(settle(intent(event("p1").pick(Scalar{std::int64_t{9}}), 5)).code, Code::applied);
  const rules::Verdict later = settle(intent(child, 4));
  EXPECT_EQ(later.code, Code::applied);
  EXPECT_FALSE(later.replay);
  EXPECT_EQ(ask("SELECT count(*) FROM senja_waiting"), 0);
}

TEST_P(Conformance, EFF03_TheSecondEffectMissesItsRowsAndTheFirstIsUndone) {
  rules::Effect nothing = statement("UPDATE balances SET credit = 0 WHERE user_id = 'nobody'");
  nothing.expect_rows = 1;
  policies.push_back(source_with("pairs", {policies[credits_at]->effects[0], nothing}));
  open();
  const rules::Verdict verdict = settle(intent(credit("e1", "ann", 5), 4));
  EXPECT_EQ(verdict.code, Code::conflict_rows);
  EXPECT_EQ(credit_of("ann"), 0);
  EXPECT_EQ(ask("SELECT count(*) FROM senja_dead_letters WHERE cause = 'conflict.rows'"), 1);
}

TEST_P(Conformance, EFF02_AnEndlessEffectEndsAtItsTimeoutAndItsNeighboursApply) {
  rules::Effect hangs = statement(endless);
  hangs.timeout = 1ms;
  policies.push_back(source_with("hangs", {hangs}));
  open();
  std::jthread time{[&](const std::stop_token& stop) {
    while (!stop.stop_requested()) clock.advance(100us);
  }};
  std::vector<rules::Intent> batch;
  batch.push_back(intent(credit("e1", "ann", 5).expires_at(clock.wall() + 240h), credits_at));
  for (int i = 0; i < 3; ++i) batch.push_back(intent(event("h" + std::to_string(i)).expires_at(clock.wall() + 240h), 4));
  batch.push_back(intent(credit("e2", "bob", 5).expires_at(clock.wall() + 240h), credits_at));
  const auto verdicts = settle(std::move(batch));
  EXPECT_EQ(verdicts[0].code, Code::applied);
  for (int i = 1; i <= 3; ++i) EXPECT_EQ(verdicts[static_cast<std::size_t>(i)].code, Code::effect);
  EXPECT_EQ(verdicts[4].code, Code::applied);
  EXPECT_EQ(credit_of("ann") + credit_of("bob"), 10);
}

TEST_P(Conformance, BuiltInsAndExactBinds) {
  policies.push_back(source_with(
      "notes",
      {statement(
          "INSERT INTO notes (event_id, source, version, at, received_at, value, kind) "
          "VALUES (:senja_event_id, :senja_source, :senja_version, :senja_now, :senja_received_at, :value, typeof(:value))",
          {{"value", 0}})}));
  settings.schema_sql += "CREATE TABLE IF NOT EXISTS notes (event_id, source, version, at, received_at, value, kind);";
  open();
  EXPECT_EQ(settle(intent(event("e1").pick(Scalar{NumberText{"12.340"}}), 4)).code, Code::applied);
  EXPECT_EQ(settle(intent(event("e2").pick(Scalar{std::int64_t{9007199254740993}}), 4)).code, Code::applied);
  EXPECT_EQ(settle(intent(event("e3").pick(std::nullopt), 4)).code, Code::applied);
  EXPECT_EQ(settle(intent(event("e4").pick(Scalar{std::string{"a\0b", 3}}), 4)).code, Code::applied);
  EXPECT_EQ(ask("SELECT count(*) FROM notes WHERE event_id = 'e1' AND kind = 'text' AND value = '12.340' AND source = "
                "'notes' AND version IS NULL"),
            1);
  EXPECT_EQ(ask("SELECT value FROM notes WHERE event_id = 'e2'"), 9007199254740993);
  EXPECT_EQ(ask("SELECT count(*) FROM notes WHERE event_id = 'e3' AND value IS NULL"), 1);
  EXPECT_EQ(ask("SELECT length(CAST(value AS BLOB)) FROM notes WHERE event_id = 'e4'"), 3);
  EXPECT_EQ(ask("SELECT at FROM notes WHERE event_id = 'e1'"), clock.wall().time_since_epoch().count());
}

// A reload: the new policies' effects run, on tables that came with them; what was formed under the old ones still does.
TEST_P(Conformance, NewPoliciesAreAdoptedBetweenBatches) {
  open();
  submit(intent(credit("e1", "ann", 5), credits_at), 900);
  const rules::Intent formed_before = intent(credit("e2", "ann", 6), credits_at);

  Settings next = settings;
  next.schema_sql += "CREATE TABLE IF NOT EXISTS seen (event_id TEXT PRIMARY KEY);";
  next.policies = {source_with("credits", {statement("INSERT INTO seen (event_id) VALUES (:senja_event_id)")})};
  ASSERT_TRUE(opened->store().adopt(next));
  const auto under = [&](const std::string& id) {
    rules::EventIntent event = intent(credit(id, "ann", 7), credits_at);
    event.policy = next.policies[0];
    event.effects = {{&next.policies[0]->effects[0], {}}};
    return event;
  };
  opened->run_once();
  EXPECT_EQ(answers.take()[900].code, Code::applied);
  EXPECT_EQ(settle(rules::Intent{formed_before}).code, Code::applied);
  EXPECT_EQ(settle(rules::Intent{under("e3")}).code, Code::applied);
  EXPECT_TRUE(settle(rules::Intent{under("e1")}).replay);
  EXPECT_EQ(credit_of("ann"), 11);
  EXPECT_EQ(ask("SELECT count(*) FROM seen WHERE event_id = 'e3'"), 1);
}

TEST_P(Conformance, PoliciesThatCannotBePreparedChangeNothing) {
  open();
  Settings next = settings;
  next.schema_sql += "CREATE TABLE IF NOT EXISTS seen (event_id TEXT PRIMARY KEY);";
  next.policies = {source_with("fine", {statement("INSERT INTO seen (event_id) VALUES (:senja_event_id)")}),
                   source_with("bad", {statement("INSERT INTO nowhere (id) VALUES (1)")})};
  const auto adopted = opened->store().adopt(next);
  ASSERT_FALSE(adopted);
  EXPECT_EQ(adopted.error(), "source bad, effect 1: no such table: nowhere");
  EXPECT_EQ(ask("SELECT count(*) FROM sqlite_schema WHERE name = 'seen'"), 0);
  next.schema_sql = "CREATE TABLE twice (x); COMMIT";
  EXPECT_FALSE(opened->store().adopt(next));
  EXPECT_EQ(ask("SELECT count(*) FROM sqlite_schema WHERE name = 'twice'"), 0);
  EXPECT_EQ(settle(intent(credit("e1", "ann", 5), credits_at)).code, Code::applied);
}

TEST_P(Conformance, T18_EffectsThatMayNotRun) {
  const char* refused[] = {"COMMIT",
                           "BEGIN",
                           "SAVEPOINT x",
                           "PRAGMA synchronous = OFF",
                           "ATTACH 'x.db' AS x",
                           "CREATE TABLE x (y)",
                           "DROP TABLE balances",
                           "DELETE FROM senja_events",
                           "UPDATE senja_resources SET state = 'X'",
                           "SELECT count(*) FROM senja_events",
                           "INSERT INTO balances SELECT source, 1 FROM SENJA_EVENTS",
                           "INSERT OR ROLLBACK INTO balances (user_id, credit) VALUES ('x', 1)",
                           "INSERT INTO balances (user_id, credit) VALUES ('x', 1); SELECT 1",
                           "INSERT INTO balances (user_id, credit) VALUES (:missing, 1)",
                           "INSERT INTO balances (user_id, credit) VALUES (?, 1)",
                           "SELECT load_extension('x')",
                           "SELEC 1",
                           "   ",
                           ""};
  for (const char* sql : refused) {
    settings.policies = {source_with("bad", {statement(sql)})};
    const auto result = store::open(settings, clock);
    EXPECT_FALSE(result.has_value()) << sql;
    if (!result) {
      EXPECT_NE(result.error().problem.find("source bad, effect 1"), std::string::npos) << result.error().problem;
    }
    EXPECT_EQ(check(settings).size(), 1u) << sql;
  }
}

TEST_P(Conformance, TheUsersSchemaKeepsOutOfOurTables) {
  for (const char* sql : {"DROP TABLE senja_events", "CREATE TABLE senja_x (y)", "COMMIT", "PRAGMA user_version = 9",
                          "CREATE TABLE broken (", "CREATE TRIGGER t AFTER INSERT ON senja_events BEGIN SELECT 1; END"}) {
    settings.schema_sql = sql;
    const auto result = store::open(settings, clock);
    EXPECT_FALSE(result.has_value()) << sql;
    if (!result) {
      EXPECT_NE(result.error().problem.find("user.sql"), std::string::npos) << result.error().problem;
    }
  }
}

TEST_P(Conformance, ManyTriggersThatRollBackDoNotStopTheRest) {
  settings.schema_sql +=
      "CREATE TRIGGER IF NOT EXISTS refuse BEFORE INSERT ON balances WHEN new.user_id GLOB 'bad*' BEGIN SELECT "
      "RAISE(ROLLBACK, 'no'); END;";
  open();
  std::vector<rules::Intent> batch;
  batch.reserve(30);
  for (int i = 0; i < 30; ++i)
    batch.push_back(intent(credit("e" + std::to_string(i), (i % 2 ? "bad" : "good") + std::to_string(i), 1), credits_at));
  const auto verdicts = settle(std::move(batch));
  for (std::size_t i = 0; i < verdicts.size(); ++i)
    EXPECT_EQ(verdicts[i].code, i % 2 ? Code::conflict_effect : Code::applied) << i;
  EXPECT_EQ(ask("SELECT count(*) FROM balances"), 15);
}

}  // namespace senja::store::conformance
