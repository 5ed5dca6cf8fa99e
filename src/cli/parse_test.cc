#include <gmock/gmock.h>

#include "cli/command.h"

namespace senja::cli {
namespace {

using testing::HasSubstr;
using Words = std::vector<std::string>;

template <class Wanted>
Wanted parsed(const Words& words, const std::map<std::string, std::string>& environment = {}) {
  const auto command = parse(words, environment);
  EXPECT_TRUE(command) << command.error().text;
  if (!command || !std::holds_alternative<Wanted>(*command)) throw std::logic_error("another command");
  return std::get<Wanted>(*command);
}

std::string refused(const Words& words) {
  const auto command = parse(words, {});
  EXPECT_FALSE(command) << words.front();
  if (command) return "";
  EXPECT_FALSE(command.error().asked_for);
  return command.error().text;
}

TEST(Parse, Serve) {
  const auto serve = parsed<Serve>(
      {"serve", "--config", "a.toml", "--listen", "[::1]:1", "--admin-listen", "127.0.0.1:2", "--data", "x.db"});
  EXPECT_EQ(serve.config, "a.toml");
  EXPECT_EQ(serve.overrides.listen, "[::1]:1");
  EXPECT_EQ(serve.overrides.admin_listen, "127.0.0.1:2");
  EXPECT_EQ(serve.overrides.data, "x.db");
  EXPECT_EQ(parsed<Serve>({"serve", "--config", "a.toml"}).overrides.data, std::nullopt);
  EXPECT_THAT(refused({"serve"}), HasSubstr("--config is required"));
  EXPECT_THAT(refused({"serve", "--config", "a.toml", "--redis", "redis://x"}), HasSubstr("--redis: needs PostgreSQL"));
}

TEST(Parse, DemoConfigKeygenVersion) {
  EXPECT_FALSE(parsed<Demo>({"demo"}).once);
  EXPECT_TRUE(parsed<Demo>({"demo", "--once"}).once);
  EXPECT_EQ(parsed<ConfigCheck>({"config", "check", "--config", "a.toml"}).config, "a.toml");
  EXPECT_EQ(parsed<Keygen>({"keygen"}).form, Keygen::Form::whsec);
  EXPECT_EQ(parsed<Keygen>({"keygen", "--hex"}).form, Keygen::Form::hex);
  parsed<Version>({"version"});
}

TEST(Parse, Sign) {
  const auto sign =
      parsed<Sign>({"sign", "--scheme", "timestamp-body", "--secret", "s", "--file", "-", "--now", "1700000000"});
  EXPECT_EQ(sign.scheme, "timestamp-body");
  EXPECT_EQ(sign.file, "-");
  EXPECT_EQ(sign.now, WallTime{std::chrono::seconds{1'700'000'000}});
  EXPECT_EQ(
      parsed<Sign>({"sign", "--scheme", "stripe", "--secret", "s", "--file", "f", "--now", "2023-11-14T22:13:20Z"}).now,
      sign.now);
  EXPECT_THAT(refused({"sign", "--scheme", "strip", "--secret", "s", "--file", "-"}), HasSubstr("\"strip\" is not one of "));
  EXPECT_THAT(refused({"sign", "--scheme", "none", "--secret", "s", "--file", "-"}), HasSubstr("\"none\" is not one of "));
  EXPECT_THAT(refused({"sign", "--scheme", "stripe", "--secret", "s", "--file", "-", "--now", "noon"}), HasSubstr("--now"));
  EXPECT_THAT(refused({"sign", "--scheme", "stripe", "--file", "-"}), HasSubstr("--secret is needed"));
}

TEST(Parse, TheSecretMayComeFromTheEnvironment) {
  const Words words{"sign", "--scheme", "stripe", "--file", "-"};
  EXPECT_EQ(parsed<Sign>(words, {{"SENJA_SECRET", "from there"}}).secret, "from there");
  Words said = words;
  said.insert(said.end(), {"--secret", "from here"});
  EXPECT_EQ(parsed<Sign>(said, {{"SENJA_SECRET", "from there"}}).secret, "from here");
}

TEST(Parse, Send) {
  const auto send = parsed<Send>({"send", "--url", "http://h/in/x", "--scheme", "sha256-body", "--secret", "s", "--file",
                                  "f", "--header", "X-One: 1", "--header", "X-Two:2"});
  EXPECT_EQ(send.url, "http://h/in/x");
  EXPECT_EQ(send.headers, (std::vector<std::pair<std::string, std::string>>{{"X-One", "1"}, {"X-Two", "2"}}));
  EXPECT_THAT(refused({"send", "--url", "u", "--scheme", "sha256-body", "--secret", "s", "--file", "f", "--header", "X"}),
              HasSubstr("--header: write it as"));
}

TEST(Parse, VerifyIsOfARequestOrOfVectors) {
  EXPECT_EQ(parsed<VerifyVectors>({"verify", "--vectors", "stripe.json"}).file, "stripe.json");
  EXPECT_TRUE(parsed<VerifyVectors>({"verify", "--vectors", "stripe.json", "--challenges"}).challenges);
  EXPECT_EQ(parsed<VerifyRequest>({"verify", "--scheme", "github", "--secret", "s", "--request", "-"}).scheme, "github");
  EXPECT_THAT(refused({"verify"}), HasSubstr("--request FILE or --vectors FILE is needed"));
  EXPECT_THAT(refused({"verify", "--request", "-", "--secret", "s"}), HasSubstr("--scheme is needed"));
  EXPECT_THAT(refused({"verify", "--request", "-", "--scheme", "github"}), HasSubstr("--secret is needed"));
  EXPECT_THAT(refused({"verify", "--vectors", "a", "--request", "b"}), HasSubstr("excludes"));
}

TEST(Parse, Readers) {
  EXPECT_EQ(parsed<EventsGet>({"events", "get", "rewards", "evt_1"}).event_id, "evt_1");
  const auto list = parsed<EventsList>({"events", "list", "--source", "rewards", "--limit", "5", "--cursor", "c", "--json"});
  EXPECT_EQ(list.source, "rewards");
  EXPECT_EQ(list.paging.limit, 5);
  EXPECT_EQ(list.paging.cursor, "c");
  EXPECT_TRUE(list.admin.json);
  EXPECT_EQ(list.admin.url, "http://127.0.0.1:8081");
  EXPECT_EQ(parsed<WaitingList>({"waiting"}, {{"SENJA_ADMIN", "http://h:1"}}).admin.url, "http://h:1");
  EXPECT_EQ(parsed<WaitingList>({"waiting", "--admin", "http://h:2"}, {{"SENJA_ADMIN", "http://h:1"}}).admin.url,
            "http://h:2");
  EXPECT_EQ(parsed<ResourcesGet>({"resources", "get", "r1"}).id, "r1");
  EXPECT_FALSE(parsed<ResourcesList>({"resources", "list"}).paging.limit);
  EXPECT_TRUE(parsed<LettersList>({"dead-letters", "list", "--open"}).open);
  EXPECT_EQ(parsed<LettersShow>({"dead-letters", "show", "dl_1"}).id, "dl_1");
  EXPECT_THAT(refused({"events", "list", "--limit", "0"}), HasSubstr("--limit"));
  EXPECT_THAT(refused({"events", "list", "--limit", "501"}), HasSubstr("--limit"));
  EXPECT_THAT(refused({"events", "get", "rewards"}), HasSubstr("event is required"));
}

TEST(Parse, Changes) {
  const auto put = parsed<ResourcesPut>(
      {"resources", "put", "r1", "--state", "PENDING", "--expires-at", "never", "--version", "0", "--if-match", "3"});
  EXPECT_EQ(put.expires_at, "never");
  EXPECT_EQ(put.version, 0);
  EXPECT_EQ(put.if_match, 3);
  EXPECT_THAT(refused({"resources", "put", "r1", "--state", "P"}), HasSubstr("--expires-at is required"));
  EXPECT_THAT(refused({"resources", "put", "r1", "--state", "P", "--expires-at", "soon"}), HasSubstr("\"soon\" is no time"));
  EXPECT_THAT(refused({"resources", "put", "r1", "--state", "P", "--expires-at", "never", "--version", "-1"}),
              HasSubstr("--version"));

  const auto replay =
      parsed<LettersReplay>({"dead-letters", "replay", "dl_1", "--reason", "why", "--ignore-expiry", "--may-have-applied"});
  EXPECT_EQ(replay.reason, "why");
  EXPECT_TRUE(replay.ignore_expiry && replay.may_have_applied);
  EXPECT_THAT(refused({"dead-letters", "replay", "dl_1"}), HasSubstr("--reason is required"));
  EXPECT_THAT(refused({"dead-letters", "replay", "dl_1", "--reason", "w", "--ignore-expiry", "--new-expiry", "1700000000"}),
              HasSubstr("excludes"));
  EXPECT_EQ(parsed<ClockAccept>({"clock", "accept", "--reason", "ntp"}).reason, "ntp");
}

TEST(Parse, HelpIsNoError) {
  for (const Words& words : {Words{"--help"}, Words{"events", "--help"}, Words{"resources", "put", "--help"}}) {
    const auto command = parse(words, {});
    ASSERT_FALSE(command);
    EXPECT_TRUE(command.error().asked_for);
    EXPECT_THAT(command.error().text, HasSubstr("Usage: senja"));
  }
  EXPECT_THAT(parse({"sign", "--help"}, {}).error().text, HasSubstr("Example:\n  senja sign --scheme"));
}

TEST(Parse, AnythingElseIsAUsageError) {
  EXPECT_THAT(refused({"srve"}), testing::StartsWith("senja: \"srve\" is not one of serve, "));
  EXPECT_THAT(refused({"srve"}), testing::EndsWith("; did you mean \"serve\"?\n"));
  EXPECT_EQ(refused({"events", "lost"}), "senja: \"lost\" is not one of list, get; did you mean \"list\"?\n");
  EXPECT_EQ(refused({"events"}), "senja: a verb is needed: list, get\n");
  EXPECT_THAT(refused({"serve", "--config", "a", "--verbose"}), HasSubstr("--verbose"));
  const auto nothing = parse({}, {});
  ASSERT_FALSE(nothing);
  EXPECT_FALSE(nothing.error().asked_for);
}

}  // namespace
}  // namespace senja::cli
