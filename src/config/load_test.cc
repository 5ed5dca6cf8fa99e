#include <gmock/gmock.h>

#include <fstream>
#include <sstream>

#include "config/config_vocabulary.h"

namespace senja::config {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

std::string example(const char* name) {
  std::ostringstream text;
  text << std::ifstream(std::string(SENJA_EXAMPLES) + "/" + name).rdbuf();
  return text.str();
}

Config quickstart() { return {example("quickstart.toml"), {{"etc/quickstart.sql", example("quickstart.sql")}}, {}, {}}; }

TEST(Load, QuickStartIsRight) {
  const auto settings = quickstart().load();
  ASSERT_TRUE(settings) << quickstart().problems();
  EXPECT_EQ(settings->server.listen, "127.0.0.1:8080");
  EXPECT_EQ(settings->server.admin_listen, "127.0.0.1:8081");
  EXPECT_EQ(settings->store.url, "sqlite:var/senja.db");
  EXPECT_EQ(settings->store.schema_name, "quickstart.sql");
  EXPECT_THAT(settings->store.schema_sql, HasSubstr("CREATE TABLE IF NOT EXISTS balances"));
  EXPECT_EQ(settings->store.policies.size(), 3u);

  ASSERT_EQ(settings->sources.size(), 3u);
  const auto& [ai, bookings, rewards] = std::tie(settings->sources[0], settings->sources[1], settings->sources[2]);
  EXPECT_EQ(ai->name.text, "ai-results");
  EXPECT_FALSE(ai->policy->reads_action);
  ASSERT_EQ(ai->policy->effects.size(), 1u);
  EXPECT_EQ(ai->policy->effects[0].expect_rows, 1);
  EXPECT_EQ(ai->policy->effects[0].binds.size(), 2u);
  ASSERT_EQ(ai->policy->answer_with.size(), 1u);
  const auto& picks = ai->reader->contract().picks;
  EXPECT_EQ(picks[ai->policy->answer_with[0].pick].at.text, "/job_id");
  EXPECT_FALSE(picks[ai->policy->answer_with[0].pick].required);
  EXPECT_EQ(picks[ai->policy->effects[0].binds[0].pick].type, contract::Pick::Type::integer);

  EXPECT_EQ(bookings->policy->version, rules::VersionMeans::latest);
  EXPECT_EQ(bookings->policy->answers, Answers::gentle);
  EXPECT_EQ(bookings->policy->transitions.at(Action{"CANCEL"}).from.size(), 2u);

  EXPECT_EQ(rewards->scheme.name, "sha256-body");
  EXPECT_EQ(rewards->policy->version, rules::VersionMeans::expected);
  EXPECT_EQ(rewards->policy->unknown_action, rules::UnknownAction::refuse);
  EXPECT_EQ(rewards->policy->answers, Answers::strict);
  EXPECT_EQ(rewards->policy->time.margin, std::chrono::seconds{5});
  EXPECT_EQ(rewards->policy->time.max_age, std::nullopt);  // expires_at is required
  EXPECT_EQ(rewards->reader->contract().expires_at->unit, contract::TimeUnit::s);
}

TEST(Load, QuickStartWarnsOfItsShortSecrets) {
  EXPECT_THAT(quickstart().warnings(), HasSubstr("source.ai-results.secrets[0]: is 14 bytes long"));
}

TEST(Load, AFileThatCannotBeReadOrParsedIsNamed) {
  const Outside nothing{[](const std::string&) { return std::unexpected<std::string>("No such file or directory"); }, {}};
  EXPECT_EQ(load("a.toml", nothing).error().at(0).message(), "a.toml: cannot be read: No such file or directory");
  Config broken;
  broken.text = "[server]\nlisten = \n";
  EXPECT_THAT(broken.problems(), testing::StartsWith("etc/senja.toml:2: "));
}

TEST(Load, AllProblemsAreReportedNotJustTheFirst) {
  Config config;
  config.line("scheme = \"sha256-body\"", "scheme = \"sha256-body\"\nmargin = \"-5s\"\nanswers = \"kind\"")
      .line("to = \"PAID\"", "to = \"\"");
  const auto loaded = config.load();
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().size(), 3u) << config.problems();
}

TEST(Load, NoSourceIsAllowedWithAWarning) {
  Config config;
  config.text = "";
  EXPECT_THAT(config.warnings(), HasSubstr("etc/senja.toml: source: no source"));
}

TEST(Load, UnknownKeysAreRefusedWithTheNearestName) {
  Config config;
  config.under("[source.orders]", "margn = \"5s\"");
  EXPECT_EQ(config.problems(),
            "etc/senja.toml:3: source.orders.margn: is not a key of this table; did you mean \"margin\"?\n");
  Config far;
  far.text += "[srever]\n[completely_else]\n";
  EXPECT_THAT(far.problems(), HasSubstr("srever: is not a key of this table; did you mean \"server\"?"));
  EXPECT_THAT(far.problems(), HasSubstr("completely_else: is not a key of this table\n"));
}

TEST(Load, CommandLineStandsAboveEnvironmentAboveFile) {
  Config config;
  config.text = "[server]\nlisten = \"127.0.0.1:1\"\nadmin_listen = \"127.0.0.1:2\"\n[store]\nurl = \"memory\"\n";
  config.environment = {{"SENJA_SERVER__LISTEN", "127.0.0.1:3"}, {"SENJA_SERVER__ADMIN_LISTEN", "127.0.0.1:4"}};
  config.overrides = {"127.0.0.1:5", std::nullopt, "data/x.db"};
  const auto settings = config.load();
  ASSERT_TRUE(settings) << config.problems();
  EXPECT_EQ(settings->server.listen, "127.0.0.1:5");
  EXPECT_EQ(settings->server.admin_listen, "127.0.0.1:4");
  EXPECT_EQ(settings->store.url, "sqlite:data/x.db");
}

TEST(Load, OverridesAreJudgedLikeTheFile) {
  Config config;
  config.overrides = {"nonsense", "0.0.0.0:1", "postgres://db/senja"};
  EXPECT_THAT(config.problems(), HasSubstr("command line: server.listen: \"nonsense\""));
  EXPECT_THAT(config.problems(), HasSubstr("command line: server.admin_listen: must be a loopback address"));
  EXPECT_THAT(config.problems(), HasSubstr("command line: store.url: PostgreSQL is not supported by this version"));
}

TEST(Environment, ReachesEveryKeyWhateverItsCase) {
  Config config;
  config.text = quickstart().text;
  config.files = quickstart().files;
  config.environment = {{"SENJA_SOURCE__AI_RESULTS__MARGIN", "7s"},
                        {"SENJA_SOURCE__rewards__ALLOW_SHORT_SECRETS", "true"},
                        {"SENJA_SOURCE__rewards__SECRETS", "[{ value = 'from-the-environment-itself' }]"},
                        {"SENJA_SERVER__THREADS", "2"},
                        {"SENJA_ADMIN", "http://elsewhere:1"},
                        {"OTHER__THING", "x"}};
  const auto settings = config.load();
  ASSERT_TRUE(settings) << config.problems();
  EXPECT_EQ(settings->sources[0]->policy->time.margin, std::chrono::seconds{7});
  EXPECT_EQ(settings->sources[2]->secrets[0].secret.reveal(), "from-the-environment-itself");
  EXPECT_EQ(settings->server.threads, 2u);
}

TEST(Environment, ItsProblemsAreShownAsItsOwn) {
  Config config;
  config.environment = {{"SENJA_SOURCE__ORDERS__MARGIN", "soon"},
                        {"SENJA_SERVER__THREADS", "two"},
                        {"SENJA_SERVER__LISTEN__DEEPER", "x"},
                        {"SENJA_SOURCE__ORDERS__SECRETS", "[{ value ="},
                        {"SENJA_SERVER__LISTENN", "127.0.0.1:1"}};
  const std::string problems = config.problems();
  EXPECT_THAT(problems, HasSubstr("environment: source.orders.margin: \"soon\" is not a duration"));
  EXPECT_THAT(problems, HasSubstr("environment: server.threads: must be a whole number from 0 to 256, not a text"));
  EXPECT_THAT(problems, HasSubstr("environment: source.orders.secrets: SENJA_SOURCE__ORDERS__SECRETS: "));
  EXPECT_THAT(problems, HasSubstr("environment: server.listenn: is not a key of this table; did you mean \"listen\"?"));
}

}  // namespace
}  // namespace senja::config
