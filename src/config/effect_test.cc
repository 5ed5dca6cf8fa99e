#include <gmock/gmock.h>

#include "config/config_vocabulary.h"

namespace senja::config {
namespace {

using testing::HasSubstr;

Config with_effect(std::string_view lines) {
  Config config;
  config.text += "[[source.orders.effect]]\n" + std::string(lines) + "\n";
  return config;
}

TEST(Effect, IsReadWithItsBinds) {
  const Config config = with_effect(
      "on = [\"PAY\"]\nsql = \"INSERT INTO paid VALUES (:id, :sum, :note)\"\nexpect_rows = 1\non_error = \"retry\"\n"
      "timeout = \"250ms\"\nbind = { id = \"/id\", sum = { at = \"/sum\", type = \"number\", default = 12.5 },"
      " note = { at = \"header:X-Note\", type = \"text\", default = \"\" } }");
  const auto settings = config.load();
  ASSERT_TRUE(settings) << config.problems();
  const rules::Effect& effect = settings->sources[0]->policy->effects.at(0);
  EXPECT_EQ(effect.on, std::vector{Action{"PAY"}});
  EXPECT_EQ(effect.expect_rows, 1);
  EXPECT_EQ(effect.on_error, rules::Effect::OnError::retry);
  EXPECT_EQ(effect.timeout, std::chrono::milliseconds{250});
  const auto& picks = settings->sources[0]->reader->contract().picks;
  ASSERT_EQ(effect.binds.size(), 3u);
  for (const rules::Bind& bind : effect.binds) {
    const contract::Pick& pick = picks.at(bind.pick);
    EXPECT_EQ(pick.on, effect.on);
    EXPECT_EQ(pick.required, bind.parameter == "id");
    if (bind.parameter == "sum") {
      EXPECT_EQ(pick.fallback, Scalar(NumberText{"12.5"}));
    }
  }
}

TEST(Effect, IsRefusedByFileLineAndKey) {
  const auto refused = [](std::string_view lines, std::string_view problem) {
    EXPECT_THAT(with_effect(lines).problems(), HasSubstr("etc/senja.toml:" + std::string(problem))) << lines;
  };
  refused("", "14: source.orders.effect[0].sql: is needed");
  refused("sql = \"  \"", "15: source.orders.effect[0].sql: is needed");
  refused("sql = \"SELECT 1\"\non = []", "16: source.orders.effect[0].on: is empty");
  refused("sql = \"SELECT 1\"\non = [\"\"]", "16: source.orders.effect[0].on: \"\" is no action");
  refused("sql = \"SELECT 1\"\nexpect_rows = -1", "16: source.orders.effect[0].expect_rows: must be a whole number");
  refused("sql = \"SELECT 1\"\ntimeout = \"31s\"", "16: source.orders.effect[0].timeout: \"31s\" is longer than the 30s");
  refused("sql = \"SELECT 1\"\ntimeout = \"0s\"", "16: source.orders.effect[0].timeout: must be longer than nothing");
  refused("sql = \"SELECT 1\"\non_error = \"ignore\"", "16: source.orders.effect[0].on_error: must be");
  refused("sql = \"SELECT :senja_now\"\nbind = { senja_now = \"/t\" }",
          "16: source.orders.effect[0].bind.senja_now: is bound by");
  refused("sql = \"SELECT :a\"\nbind = { \":a\" = \"/t\" }", "16: source.orders.effect[0].bind.:a: is no parameter's name");
  refused("sql = \"SELECT :a\"\nbind = { a = { type = \"integer\" } }", "16: source.orders.effect[0].bind.a.at: is needed");
  refused("sql = \"SELECT :a\"\nbind = { a = { at = \"/a\", type = \"int\" } }",
          "16: source.orders.effect[0].bind.a.type: must be");
  refused("sql = \"SELECT :a\"\nbind = { a = { at = \"/a\", type = \"integer\", default = 1.5 } }",
          "16: source.orders.effect[0].bind.a.default: is not of the parameter's type");
  refused("sql = 5\non = 6", "15: source.orders.effect[0].sql: must be a text");
  refused("on = 5", "14: source.orders.effect[0].sql: is needed");  // whatever else is wrong
  Config single;
  single.text += "[source.orders.effect]\nsql = \"SELECT 1\"\n";
  EXPECT_THAT(single.problems(), HasSubstr("14: source.orders.effect: must be a list of tables"));
}

TEST(Effect, ClocksInItsSqlAreWarnedOf) {
  for (const char* sql : {"SELECT now()", "SELECT NOW()", "SELECT CURRENT_TIMESTAMP", "SELECT datetime('now')"})
    EXPECT_THAT(with_effect("sql = \"" + std::string(sql) + "\"").warnings(), HasSubstr("reads the database's clock"))
        << sql;
  for (const char* sql : {"SELECT known()", "SELECT :senja_now", "SELECT my_current_time FROM t"})
    EXPECT_EQ(with_effect("sql = \"" + std::string(sql) + "\"").warnings(), "") << sql;
}

TEST(Effect, AnswersCarryChosenFields) {
  Config config;
  config.under("[source.orders]", "answer_with = [\"/job/id\", \"header:X-Trace\"]");
  const auto policy = config.load().value().sources[0]->policy;
  ASSERT_EQ(policy->answer_with.size(), 2u);
  EXPECT_EQ(policy->answer_with[0].name, "id");
  EXPECT_EQ(policy->answer_with[1].name, "X-Trace");
  Config twice;
  twice.under("[source.orders]", "answer_with = [\"/a/id\", \"/b/id\", \"/status\"]");
  EXPECT_THAT(twice.problems(), HasSubstr("\"/b/id\" would write its name twice"));
  EXPECT_THAT(twice.problems(), HasSubstr("\"/status\" would write its name twice"));
}

TEST(Effect, FingerprintsAndLanesArePlaces) {
  Config config;
  config.under("[source.orders]", "fingerprint = [\"/id\", \"/sum\"]\nlane = \"/customer\"");
  EXPECT_EQ(config.load().value().sources[0]->reader->contract().fingerprint.size(), 2u);
  EXPECT_THAT(Config().under("[source.orders]", "fingerprint = \"all\"").problems(),
              HasSubstr("orders.fingerprint: must be"));
  EXPECT_THAT(Config().under("[source.orders]", "fingerprint = []").problems(), HasSubstr("orders.fingerprint: is empty"));
  EXPECT_THAT(Config().under("[source.orders]", "lane = \"customer\"").problems(), HasSubstr("orders.lane: \"customer\": "));
}

}  // namespace
}  // namespace senja::config
