#include "cli/tokens.h"

#include "cli/cli_vocabulary.h"
#include "config/token.h"

namespace senja::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

const std::string sesame = "senja_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8";
const std::string sesame_hash = "sha256:28200b716d03677183fb693fe4a5c86fe09aa2af1a93a7595711915717f1fc34";

struct Tokens : CliTest {
  // What was sent as Authorization; empty: nothing was.
  std::string sent() const {
    for (const auto& [name, value] : asked.headers)
      if (name == "Authorization") return value;
    return "";
  }
  int ask(std::vector<std::string> words) {
    asked = {};
    words.insert(words.begin(), {"events", "list"});
    return senja(words);
  }
  Tokens() { answer = net::ClientResponse{200, {}, R"({"data":[],"next":null})"}; }
};

TEST_F(Tokens, ANewOneIsPrintedOnceWithItsBlockForTheConfig) {
  ASSERT_EQ(senja({"token", "new", "--name", "grafana", "--scope", "read", "--scope", "send"}), 0);
  const std::string printed = out.str();
  const std::string token = printed.substr(printed.find("senja_"), config::token_bytes);
  ASSERT_TRUE(config::is_token(token)) << printed;
  EXPECT_EQ(printed.find("senja_", printed.find("senja_") + 1), printed.npos);
  EXPECT_THAT(printed, HasSubstr("\n[[token]]\nname   = \"grafana\"\nhash   = \"sha256:" + config::token_hash(token) +
                                 "\"\nscopes = [\"read\", \"send\"]\n"));
  ASSERT_EQ(senja({"token", "new"}), 0);
  EXPECT_THAT(out.str(), Not(HasSubstr(token)));
  EXPECT_THAT(out.str(), HasSubstr("name   = \"operator\"\n"));
  EXPECT_THAT(out.str(), HasSubstr("scopes = [\"read\"]\n"));
}

TEST_F(Tokens, TheBlockLoads) {
  ASSERT_EQ(senja({"token", "new", "--name", "ops", "--scope", "admin"}), 0);
  const std::string printed = out.str(), block = printed.substr(printed.find("[[token]]"));
  files["a.toml"] = "[store]\nurl = \"memory\"\n" + block;
  EXPECT_EQ(senja({"serve", "--config", "a.toml"}), 0) << err.str();
  ASSERT_TRUE(served && served->tokens);
  const config::Token& loaded = served->tokens->at(0);
  EXPECT_EQ(loaded.name, "ops");
  EXPECT_EQ(loaded.hash, config::token_hash(printed.substr(printed.find("senja_"), config::token_bytes)));
  EXPECT_TRUE(loaded.allows(config::Scope::admin));
}

TEST_F(Tokens, NewRefusesWhatTheConfigWould) {
  EXPECT_EQ(senja({"token", "new", "--name", "two words"}), 2);
  EXPECT_EQ(senja({"token", "new", "--name", "a\"\nb"}), 2);
  EXPECT_EQ(senja({"token", "new", "--scope", "write"}), 2);
  EXPECT_EQ(senja({"token"}), 2);
  EXPECT_EQ(err.str(), "senja: a verb is needed: new, hash\n");
}

TEST_F(Tokens, AHashIsTheConfigsLine) {
  in.str(sesame + "\n");
  EXPECT_EQ(senja({"token", "hash"}), 0);
  EXPECT_EQ(out.str(), "hash = \"" + sesame_hash + "\"\n");
  for (const std::string& other : {std::string{}, std::string{"hunter2\n"}, sesame + " \n", " " + sesame, sesame + "A"}) {
    in.clear();
    in.str(other);
    EXPECT_EQ(senja({"token", "hash"}), 2) << other;
    EXPECT_THAT(err.str(), HasSubstr("what came is no token"));
    EXPECT_THAT(err.str() + out.str(), Not(HasSubstr("hunter2")));
  }
}

TEST_F(Tokens, ComeFromTheEnvironmentAFileOrTheWords) {
  const std::string other = config::token_text(std::string(32, 'x')), third = config::token_text(std::string(32, 'y'));
  files["t"] = other + "\n";
  EXPECT_EQ(ask({}), 0);
  EXPECT_EQ(sent(), "");
  environment["SENJA_TOKEN"] = sesame;
  EXPECT_EQ(ask({}), 0);
  EXPECT_EQ(sent(), "Bearer " + sesame);
  EXPECT_EQ(ask({"--token-file", "t"}), 0);
  EXPECT_EQ(sent(), "Bearer " + other);
  EXPECT_EQ(ask({"--token", third}), 0);
  EXPECT_EQ(sent(), "Bearer " + third);
  EXPECT_EQ(ask({"--token", third, "--token-file", "t"}), 2);
}

TEST_F(Tokens, EveryVerbThatAsksSendsIt) {
  environment["SENJA_TOKEN"] = sesame;
  const std::vector<std::string> verbs[]{{"events", "list"},
                                         {"events", "get", "a", "b"},
                                         {"resources", "list"},
                                         {"resources", "get", "r"},
                                         {"resources", "put", "r", "--state", "P", "--expires-at", "never"},
                                         {"waiting"},
                                         {"dead-letters", "list"},
                                         {"dead-letters", "show", "d"},
                                         {"dead-letters", "replay", "d", "--reason", "r"},
                                         {"clock", "accept", "--reason", "r"}};
  for (const auto& words : verbs) {
    asked = {};
    EXPECT_EQ(senja(words), 0) << words.front();
    EXPECT_EQ(sent(), "Bearer " + sesame) << words.front();
  }
}

TEST_F(Tokens, WhatIsNoTokenIsNotSent) {
  environment["SENJA_TOKEN"] = "hunter2\r\nX-Evil: 1";
  EXPECT_EQ(ask({}), 2);
  EXPECT_EQ(err.str(), "senja: --token (or SENJA_TOKEN): what stands there is no token\n");
  files["t"] = "";
  EXPECT_EQ(ask({"--token-file", "t"}), 2);
  EXPECT_EQ(err.str(), "senja: t: what stands there is no token\n");
  EXPECT_EQ(ask({"--token-file", "gone"}), 2);
  EXPECT_EQ(asked.headers, net::ClientHeaders{});
}

TEST_F(Tokens, RefusalsSayWhatToDo) {
  answer = net::ClientResponse{401, {}, R"({"title":"Unauthorized","status":401,"detail":"d","code":"token_missing"})"};
  EXPECT_EQ(ask({}), 1);
  EXPECT_EQ(err.str(), "senja: the token is missing: set SENJA_TOKEN, or say --token-file FILE (401)\n");
  environment["SENJA_TOKEN"] = sesame;
  EXPECT_EQ(ask({}), 1);
  EXPECT_EQ(err.str(), "senja: the token is not known there, or its time is over (401)\n");
  answer = net::ClientResponse{
      403, {}, R"({"title":"Forbidden","status":403,"detail":"this needs a token with the scope \"admin\"","code":"c"})"};
  EXPECT_EQ(ask({}), 1);
  EXPECT_EQ(err.str(), "senja: Forbidden: this needs a token with the scope \"admin\" (403)\n");
}

TEST_F(Tokens, AreNeverShown) {
  environment["SENJA_TOKEN"] = sesame;
  const std::string echo = R"({"title":"you sent )" + sesame + R"(","detail":"x"})";
  for (const int status : {200, 400, 401, 403, 502}) {
    answer = net::ClientResponse{status, {}, echo};
    ask({"--json"});
    EXPECT_THAT(out.str(), HasSubstr("senja_…")) << status;
    EXPECT_THAT(out.str() + err.str(), Not(HasSubstr(sesame))) << status;
    ask({});
    EXPECT_THAT(out.str() + err.str(), Not(HasSubstr(sesame))) << status;
  }
  answer.reset();
  ask({});
  EXPECT_THAT(out.str() + err.str(), Not(HasSubstr(sesame)));
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"--tokn", sesame}, {"--tokn=" + sesame}, {sesame}}) {
    EXPECT_EQ(ask(words), 2);
    EXPECT_THAT(err.str(), Not(HasSubstr(sesame)));
  }
  EXPECT_EQ(senja({sesame}), 2);
  EXPECT_THAT(err.str(), Not(HasSubstr(sesame)));
  EXPECT_EQ(senja({"events", "list", "--help"}), 0);
  EXPECT_THAT(out.str(), Not(HasSubstr(sesame)));
}

TEST(WithoutTokens, HidesThemAndNothingElse) {
  EXPECT_EQ(without_tokens(sesame), "senja_…");
  EXPECT_EQ(without_tokens("a " + sesame + ", " + sesame + "!"), "a senja_…, senja_…!");
  EXPECT_EQ(without_tokens("senja_" + sesame), "senja_…");
  EXPECT_EQ(without_tokens(sesame + "AAA"), "senja_…");
  EXPECT_EQ(without_tokens("senja_events_total"), "senja_events_total");
  EXPECT_EQ(without_tokens(""), "");
}

TEST_F(Tokens, CertificatesToBelieveAreReadForHttpsAlone) {
  files["ca.pem"] = "PEM";
  environment["SENJA_CA"] = "ca.pem";
  EXPECT_EQ(ask({"--admin", "https://senja.internal:8081"}), 0);
  EXPECT_TRUE(asked_at.secure);
  ASSERT_TRUE(asked_under.ca);
  EXPECT_EQ(asked_under.ca->text, "PEM");
  EXPECT_EQ(ask({"--admin", "http://127.0.0.1:8081", "--ca", "gone"}), 0);
  EXPECT_FALSE(asked_under.ca);
  EXPECT_EQ(ask({"--admin", "https://senja.internal", "--ca", "gone"}), 2);
  EXPECT_EQ(err.str(), "senja: gone cannot be read: No such file or directory\n");
  environment.clear();
  EXPECT_EQ(ask({"--admin", "https://senja.internal"}), 0);
  EXPECT_FALSE(asked_under.ca) << "the system's";

  environment["SENJA_CA"] = "ca.pem";
  files["b"] = "{}";
  EXPECT_EQ(senja({"send", "--url", "https://h/in/x", "--scheme", "sha256-body", "--secret", "s", "--file", "b"}), 0);
  EXPECT_EQ(asked_under.ca->name, "ca.pem");
}

}  // namespace
}  // namespace senja::cli
