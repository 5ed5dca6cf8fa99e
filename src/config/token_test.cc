#include "config/token.h"

#include <gmock/gmock.h>

#include "config/config_vocabulary.h"

namespace senja::config {
namespace {

using testing::HasSubstr;
using testing::Not;

const std::string sesame = "senja_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8";  // of the bytes 0 to 31
const std::string hash = "sha256:" + token_hash(sesame);

struct TokenTable : testing::Test {
  Config config;
  void token(const std::string& lines) { config.text += "[[token]]\n" + lines + "\n"; }
  Tokens loaded() const {
    const auto settings = config.load();
    EXPECT_TRUE(settings) << config.problems();
    return settings && settings->tokens ? *settings->tokens : Tokens{};
  }
  std::string refused(const std::string& lines) const {
    Config other;
    other.files = config.files;
    other.text += "[[token]]\n" + lines + "\n";
    return other.problems();
  }
};

TEST(TokenText, IsItsPrefixAndThirtyTwoBytes) {
  std::string bytes;
  for (int i = 0; i < 32; ++i) bytes += static_cast<char>(i);
  EXPECT_EQ(token_text(bytes), sesame);
  EXPECT_EQ(token_text(std::string(32, '\xff')), "senja_" + std::string(42, '_') + "8");
  EXPECT_TRUE(is_token(token_text(std::string(32, '\xfb'))));
}

TEST(TokenText, NothingElseHasItsForm) {
  for (const std::string& text : {std::string{}, std::string{"senja_"}, sesame.substr(1), sesame + "A",
                                  "Senja_" + sesame.substr(6), sesame.substr(0, 48) + "=", sesame.substr(0, 48) + "+",
                                  sesame.substr(0, 48) + " ", sesame.substr(0, 48) + std::string(1, '\0')})
    EXPECT_FALSE(is_token(text)) << text;
}

TEST(TokenText, HashIsSha256OfTheWholeText) {  // printf %s senja_AAEC… | sha256sum
  EXPECT_EQ(token_hash(sesame), "28200b716d03677183fb693fe4a5c86fe09aa2af1a93a7595711915717f1fc34");
}

TEST_F(TokenTable, NoneIsNone) {
  const auto settings = config.load();
  ASSERT_TRUE(settings);
  EXPECT_EQ(settings->tokens, nullptr);
}

TEST_F(TokenTable, IsRead) {
  token("name = \"grafana\"\nhash = \"" + hash + "\"\nscopes = [\"read\"]\nuntil = 2026-12-31T00:00:00Z");
  const Tokens tokens = loaded();
  ASSERT_EQ(tokens.size(), 1U);
  EXPECT_EQ(tokens[0].name, "grafana");
  EXPECT_EQ(tokens[0].hash, token_hash(sesame));
  EXPECT_EQ(tokens[0].scopes, std::vector{Scope::read});
  EXPECT_EQ(tokens[0].until, WallTime{std::chrono::seconds{1'798'675'200}});
}

TEST_F(TokenTable, TheHashMayComeFromAFileOrTheEnvironment) {
  config.files["etc/grafana.hash"] = hash + "\r\n";
  config.environment["OPS_HASH"] = "sha256:" + token_hash("another");
  token("name = \"a\"\nhash_file = \"grafana.hash\"\nscopes = \"read\"");
  token("name = \"b\"\nhash_env = \"OPS_HASH\"\nscopes = [\"send\", \"admin\"]");
  const Tokens tokens = loaded();
  ASSERT_EQ(tokens.size(), 2U);
  EXPECT_EQ(tokens[0].hash, token_hash(sesame));
  EXPECT_EQ(tokens[1].hash, token_hash("another"));
}

TEST_F(TokenTable, AdminIncludesTheOtherScopes) {
  const Token admin{"a", "", {Scope::admin}, {}}, read{"r", "", {Scope::read}, {}}, none{"n", "", {}, {}};
  for (const Scope scope : {Scope::send, Scope::read, Scope::admin}) {
    EXPECT_TRUE(admin.allows(scope)) << word_of(scope);
    EXPECT_EQ(read.allows(scope), scope == Scope::read) << word_of(scope);
    EXPECT_FALSE(none.allows(scope));
  }
}

TEST_F(TokenTable, PlainTokensAreRefusedAndNotShown) {
  const std::string rest = "\nname = \"a\"\nscopes = [\"read\"]";
  for (const std::string& lines :
       {"value = \"" + sesame + "\"", "hash = \"" + sesame + "\"", "hash = \"sha256:" + sesame + "\""}) {
    EXPECT_THAT(refused(lines + rest), HasSubstr("senja token hash")) << lines;
    EXPECT_THAT(refused(lines + rest), Not(HasSubstr(sesame))) << lines;
  }
  config.files["etc/plain"] = sesame + "\n";
  EXPECT_THAT(refused("hash_file = \"plain\"" + rest), HasSubstr("token[0].hash_file: is a token, not its hash"));
}

TEST_F(TokenTable, IsRefusedByKey) {
  const std::string name = "name = \"a\"\n", scopes = "scopes = [\"read\"]\n", good = "hash = \"" + hash + "\"\n";
  EXPECT_EQ(refused(name + scopes + good), "");
  EXPECT_THAT(refused(scopes + good), HasSubstr("token[0].name: is needed"));
  EXPECT_THAT(refused("name = \"two words\"\n" + scopes + good), HasSubstr("token[0].name: is needed"));
  EXPECT_THAT(refused(name + scopes), HasSubstr("token[0]: needs exactly one of `hash`, `hash_file` and `hash_env`"));
  EXPECT_THAT(refused(name + scopes + good + "hash_env = \"X\""), HasSubstr("token[0]: needs exactly one of"));
  EXPECT_THAT(refused(name + scopes + "hash_env = \"X\""), HasSubstr("hash_env: the environment variable X is not set"));
  EXPECT_THAT(refused(name + scopes + "hash_file = \"gone\""), HasSubstr("hash_file: \"gone\" cannot be read"));
  EXPECT_THAT(refused(name + good), HasSubstr("token[0].scopes: is needed"));
  EXPECT_THAT(refused(name + good + "scopes = []"), HasSubstr("token[0].scopes: is needed"));
  EXPECT_THAT(refused(name + good + "scopes = [\"write\"]"), HasSubstr("\"write\" is not one of \"send\", \"read\""));
  EXPECT_THAT(refused(name + scopes + good + "until = \"soon\""), HasSubstr("token[0].until: must be a time with a zone"));
  EXPECT_THAT(refused(name + scopes + good + "tenant = \"acme\""),
              HasSubstr("token[0].tenant: is not supported by this version"));
  EXPECT_THAT(refused(name + scopes + good + "scope = \"read\""), HasSubstr("did you mean \"scopes\"?"));
  for (const std::string& bad : {std::string{"sha256:"}, hash + "0", hash.substr(0, 70), "sha512:" + hash.substr(7),
                                 hash.substr(7), "sha256:" + std::string(64, 'A')})
    EXPECT_THAT(refused(std::string{name}.append(scopes).append("hash = \"").append(bad).append("\"")),
                HasSubstr("token[0].hash: must be \"sha256:\""))
        << bad;
}

TEST_F(TokenTable, EveryTokenIsOneCallersOwn) {
  const std::string rest = "scopes = [\"read\"]\nhash = \"" + hash + "\"";
  token("name = \"a\"\n" + rest);
  token("name = \"b\"\n" + rest);
  EXPECT_THAT(config.problems(), HasSubstr("token[1]: another token has the same hash"));
  token("name = \"a\"\nscopes = [\"read\"]\nhash = \"sha256:" + token_hash("other") + "\"");
  EXPECT_THAT(config.problems(), HasSubstr("token[2]: another token is named \"a\""));
}

TEST(TokenList, IsAListWithSomethingInIt) {
  Config config;
  config.text = "[token]\nname = \"a\"";
  EXPECT_THAT(config.problems(), HasSubstr("1: token: must be a list of tables: [[token]]"));
  config.text = "token = []";
  EXPECT_THAT(config.problems(), HasSubstr("1: token: is empty"));
  config.text = "token = [1]";
  EXPECT_THAT(config.problems(), HasSubstr("1: token[0]: must be a table"));
  config.text.clear();
  for (std::size_t i = 0; i <= tokens_max; ++i) config.text += "[[token]]\n";
  EXPECT_THAT(config.problems(), HasSubstr("token: there are more than 256 tokens"));
}

}  // namespace
}  // namespace senja::config
