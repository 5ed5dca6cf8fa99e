// Each refusal names file, line and key.
#include <gmock/gmock.h>

#include "config/config_vocabulary.h"

namespace senja::config {
namespace {

using testing::HasSubstr;

struct Row {
  std::string_view old, fresh;  // a line of the plain source, and what replaces it
  std::string_view problem;     // begins the message after "etc/senja.toml:"
};

constexpr std::string_view scheme = "scheme = \"sha256-body\"",
                           secrets = "secrets = [{ value = \"twenty-four-bytes-of-key\" }]", id = "event_id = \"/id\"",
                           resource = "resource_id = \"/order\"", action = "action = \"/action\"",
                           version = "version = { at = \"/version\", means = \"expected\" }",
                           expires = "expires_at = \"/expires_at\"", required = "required = [\"expires_at\"]",
                           pay = "PAY = { from = [\"OPEN\"], to = \"PAID\" }";

void PrintTo(const Row& row, std::ostream* out) { *out << row.fresh; }

class Refused : public testing::TestWithParam<Row> {};

TEST_P(Refused, ByFileLineAndKey) {
  Config config;
  config.environment = {{"BLANK", "  "}, {"EMPTY", ""}};
  config.files = {{"etc/blank", "\n\n"}};
  config.line(GetParam().old, GetParam().fresh);
  EXPECT_THAT(config.problems(), HasSubstr("etc/senja.toml:" + std::string(GetParam().problem)));
}

INSTANTIATE_TEST_SUITE_P(
    SIG01_Secrets, Refused,
    testing::Values(
        Row{secrets, "secrets = [{ value = \"\" }]", "4: source.orders.secrets[0].value: the secret is empty"},
        Row{secrets, "secrets = [{ value = \"   \" }]", "4: source.orders.secrets[0].value: the secret is only white space"},
        Row{secrets, "secrets = [{ env = \"UNSET\" }]",
            "4: source.orders.secrets[0].env: the environment variable UNSET is not set"},
        Row{secrets, "secrets = [{ env = \"BLANK\" }]",
            "4: source.orders.secrets[0].env: the secret in BLANK is only white space"},
        Row{secrets, "secrets = [{ env = \"EMPTY\" }]", "4: source.orders.secrets[0].env: the secret in EMPTY is empty"},
        Row{secrets, "secrets = [{ file = \"blank\" }]", "4: source.orders.secrets[0].file: the secret in blank is empty"},
        Row{secrets, "secrets = [{ file = \"none\" }]", "4: source.orders.secrets[0].file: \"none\" cannot be read"},
        Row{secrets, "secrets = [{ value = \"fifteen-bytes-x\" }]",
            "4: source.orders.secrets[0]: is 15 bytes long; shorter than 16"},
        Row{secrets, "secrets = [{ value = \"a\", env = \"EMPTY\" }]", "4: source.orders.secrets[0]: needs exactly one of"},
        Row{secrets, "secrets = [{ }]", "4: source.orders.secrets[0]: needs exactly one of"},
        Row{secrets, "secrets = \"twenty-four-bytes-of-key\"", "4: source.orders.secrets: must be a list"},
        Row{secrets, "secrets = []", "4: source.orders.secrets: is needed"},
        Row{secrets, "", "2: source.orders.secrets: is needed"},
        Row{secrets, "secrets = [{ value = \"twenty-four-bytes-of-key\", from = \"monday\" }]",
            "4: source.orders.secrets[0].from: must be a time with a zone"},
        Row{secrets,
            "secrets = [{ value = \"twenty-four-bytes-of-key\", from = 2026-02-01T00:00:00Z, until = 2026-01-01T00:00:00Z "
            "}]",
            "4: source.orders.secrets[0].until: is not after `from`"},
        Row{scheme, "scheme = \"none\"", "4: source.orders.secrets: the scheme \"none\" verifies nothing"},
        Row{scheme, "scheme = \"standard-webhooks\"", "4: source.orders.secrets[0]: "},
        Row{scheme, "scheme = \"sha265-body\"",
            "3: source.orders.scheme: \"sha265-body\" is not a scheme; did you mean \"sha256-body\"?"},
        Row{scheme, "", "2: source.orders.scheme: is needed"},
        Row{scheme, "scheme = 5", "3: source.orders.scheme: must be a text, not an integer"}));

constexpr Row bad_duration(std::string_view fresh, std::string_view problem) {
  return {"\n[source.orders.contract]", fresh, problem};
}

INSTANTIATE_TEST_SUITE_P(
    TIM06_Spans, Refused,
    testing::Values(
        bad_duration("\nmargin = \"-5s\"\n[source.orders.contract]", "5: source.orders.margin: \"-5s\" is not a duration"),
        bad_duration("\nmargin = nan\n[source.orders.contract]", "5: source.orders.margin: must be a duration"),
        bad_duration("\nmargin = inf\n[source.orders.contract]", "5: source.orders.margin: must be a duration"),
        bad_duration("\nmargin = -5\n[source.orders.contract]", "5: source.orders.margin: must be a duration"),
        bad_duration("\nmargin = \"soon\"\n[source.orders.contract]", "5: source.orders.margin: \"soon\" is not"),
        bad_duration("\nmargin = \"61m\"\n[source.orders.contract]",
                     "5: source.orders.margin: \"61m\" is longer than the 1h"),
        bad_duration("\nmargin = \"auto\"\n[source.orders.contract]", "5: source.orders.margin: \"auto\" is not supported"),
        bad_duration("\nmax_age = \"400d\"\n[source.orders.contract]",
                     "5: source.orders.max_age: \"400d\" is longer than a year"),
        bad_duration("\nmax_age = 3.5\n[source.orders.contract]", "5: source.orders.max_age: must be a duration"),
        bad_duration("\nmax_age = \"1d\"\n[source.orders.contract]", "5: source.orders.max_age: needs contract.issued_at"),
        bad_duration("\nanswer_within = \"0s\"\n[source.orders.contract]",
                     "5: source.orders.answer_within: must be longer than nothing"),
        bad_duration("\ngrace = true\n[source.orders.contract]", "5: source.orders.grace: must be a duration"),
        bad_duration("\nremember_for = \"3s\"\n[source.orders.contract]", "5: source.orders.remember_for: must be longer"),
        bad_duration("\ntolerance = \"300s\"\n[source.orders.contract]",
                     "5: source.orders.tolerance: the scheme \"sha256-body\" carries no timestamp")));

INSTANTIATE_TEST_SUITE_P(
    Contract, Refused,
    testing::Values(
        Row{id, "", "5: source.orders.contract.event_id: is needed"},
        Row{id, "event_id = \"id\"", "6: source.orders.contract.event_id: \"id\": "},
        Row{id, "event_id = 5", "6: source.orders.contract.event_id: must be a place"},
        Row{resource, "", "9: source.orders.contract.version: needs contract.resource_id"},
        Row{resource, "", "12: source.orders.transition: needs contract.resource_id"},
        Row{action, "", "12: source.orders.transition: needs contract.action"},
        Row{version, "version = \"/version\"", "9: source.orders.contract.version: must say what it means"},
        Row{version, "version = { at = \"/v\" }", "9: source.orders.contract.version.means: is needed"},
        Row{version, "version = { means = \"new\" }", "9: source.orders.contract.version.at: is needed"},
        Row{version, "version = { at = \"/v\", means = \"expected\", order = \"latest\" }",
            "9: source.orders.contract.version.order: belongs to means = \"new\""},
        Row{version, "version = { at = \"/v\", means = \"old\" }",
            "9: source.orders.contract.version.means: must be \"expected\" or \"new\", not \"old\""},
        Row{expires, "expires_at = { at = \"/e\", unit = \"us\" }", "10: source.orders.contract.expires_at.unit: must be "},
        Row{expires, "expires_at = { unit = \"s\" }", "10: source.orders.contract.expires_at: needs `at`"},
        Row{expires, "expires_at = { from = \"/created\" }", "10: source.orders.contract.expires_at.plus: is needed"},
        Row{expires, "expires_at = { from = \"header:X-Created\", plus = \"15m\" }",
            "10: source.orders.contract.expires_at.from: must be a field of the body or a signed header"},
        Row{expires, "expires_at = { PAY = { from = \"query:t\", plus = \"15m\" } }",
            "10: source.orders.contract.expires_at.PAY.from: must be a field of the body"},
        Row{expires, "expires_at = { PAY = { from = \"/t\", plus = \"15m\", more = 1 } }",
            "10: source.orders.contract.expires_at.PAY.more: is not a key"},
        Row{required, "required = [\"expire_at\"]",
            "11: source.orders.contract.required: \"expire_at\" is not a field; did you mean \"expires_at\"?"},
        Row{required, "required = [\"expires_at\", \"issued_at\"]",
            "11: source.orders.contract.required: \"issued_at\" is required, but"},
        Row{required, "required = [\"expires_at\"]\ndefaults = { event_id = \"x\" }",
            "12: source.orders.contract.defaults.event_id: cannot have a default"},
        Row{required, "required = [\"expires_at\"]\ndefaults = { issued_at = 5 }",
            "12: source.orders.contract.defaults.issued_at: has a default, but"},
        Row{required, "required = [\"expires_at\"]\ndefaults = { version = [1] }",
            "12: source.orders.contract.defaults.version: must be a single value"},
        Row{required, "required = [\"expires_at\"]\ndefaults = { version = -1 }",
            "5: source.orders.contract: defaults: version"},
        Row{required, "required = [\"expires_at\"]\nschema = \"x.json\"",
            "12: source.orders.contract.schema: JSON Schemas stand beside"}));

INSTANTIATE_TEST_SUITE_P(
    Transition, Refused,
    testing::Values(Row{pay, "PAY = { from = [\"OPEN\"] }", "13: source.orders.transition.PAY.to: is needed"},
                    Row{pay, "PAY = { to = \"PAID\" }", "13: source.orders.transition.PAY.from: is needed"},
                    Row{pay, "PAY = { from = [\"\"], to = \"PAID\" }",
                        "13: source.orders.transition.PAY.from: \"\" is no state"},
                    Row{pay, "PAY = \"PAID\"", "13: source.orders.transition.PAY: must be a table"},
                    Row{pay, "PAY = { from = [\"OPEN\"], to = \"PAID\", until = 3 }",
                        "13: source.orders.transition.PAY.until: is not a key"},
                    Row{pay, "\"\" = { from = [\"OPEN\"], to = \"PAID\" }", "13: source.orders.transition: is no action"}));

TEST(Source, NamesOfActionsAndStatesHaveABound) {
  const std::string fits(64, 'x'), too_long(65, 'x');
  EXPECT_EQ(Config().line("PAY = {", fits + " = {").problems(), "");
  EXPECT_THAT(Config().line("PAY = {", too_long + " = {").problems(), HasSubstr("is no action"));
  EXPECT_THAT(Config().line("\"PAID\"", '"' + too_long + '"').problems(), HasSubstr("is no state"));
  EXPECT_THAT(Config().line("[source.orders]", "[source.\"a/b\"]").problems(), HasSubstr("a source's name is"));
}

TEST(Source, LaterFeaturesAreRefusedByNameNeverIgnored) {
  for (const char* key : {"gaps = \"park\"", "park_for = \"24h\"", "forward = []", "on_sunset = { from = [], to = \"X\" }",
                          "preset = \"cloudevents\""})
    EXPECT_THAT(Config().under("[source.orders]", key).problems(), HasSubstr("not supported by this version")) << key;
  EXPECT_EQ(Config().under("[source.orders]", "gaps = \"retry\"").problems(), "");
}

TEST(Source, ShortSecretsNeedTheSwitchAndWeakOnesAreWarnedOf) {
  Config config;
  config.line("twenty-four-bytes-of-key", "fifteen-bytes-x").under("[source.orders]", "allow_short_secrets = true");
  EXPECT_THAT(config.warnings(), HasSubstr("etc/senja.toml:5: source.orders.secrets[0]: is 15 bytes long"));
  EXPECT_THAT(Config().line("twenty-four-bytes-of-key", "sixteen-bytes-xx").warnings(), HasSubstr("is 16 bytes long"));
  EXPECT_EQ(Config().warnings(), "");
}

TEST(Source, SecretsNeverStandInMessages) {
  Config config;
  config.line("twenty-four-bytes-of-key", "n0t-shown").line("[{ value", "[{ valeu = \"n0t-shown\", value");
  EXPECT_THAT(config.problems(), testing::Not(HasSubstr("n0t-shown")));
  EXPECT_THAT(config.problems(), HasSubstr("secrets[0].valeu: is not a key"));
}

TEST(Source, SecretsHaveWindowsAndComeFromFilesAndTheEnvironment) {
  Config config;
  config.environment = {{"ORDERS_SECRET", "a-secret-of-the-environment"}};
  config.files = {{"etc/old.key", "a-secret-of-a-file-somewhere\n"}};
  config.line(
      "{ value = \"twenty-four-bytes-of-key\" }",
      "{ env = \"ORDERS_SECRET\", from = \"2026-01-01T00:00:00Z\" }, { file = \"old.key\", until = 2026-01-02T00:00:00Z }");
  const auto settings = config.load();
  ASSERT_TRUE(settings) << config.problems();
  const auto& secrets = settings->sources[0]->secrets;
  ASSERT_EQ(secrets.size(), 2u);
  EXPECT_EQ(secrets[0].secret.reveal(), "a-secret-of-the-environment");
  EXPECT_EQ(secrets[1].secret.reveal(), "a-secret-of-a-file-somewhere");
  EXPECT_EQ(between(*secrets[0].from, *secrets[1].until), std::chrono::hours{24});
}

TEST(Source, SIG17_ToleranceNeedsASignedTimestamp) {
  Config own;
  own.text = "[scheme.mine]\nsig = \"header:X-Sig\"\ntime = { from = \"header:X-At\" }\n" + own.text;
  own.line("\"sha256-body\"", "\"mine\"\ntolerance = \"60s\"");
  EXPECT_THAT(own.problems(), HasSubstr("source.orders.tolerance: the scheme \"mine\" does not sign its timestamp"));
  Config signed_time;
  signed_time.line("\"sha256-body\"", "\"timestamp-body\"\ntolerance = \"60s\"");
  EXPECT_EQ(signed_time.load().value().sources[0]->tolerance, std::chrono::seconds{60});
}

TEST(Source, AnUnsignedSourceIsNamedSo) {
  Config config;
  config.line(scheme, "scheme = \"none\"").line(secrets, "");
  EXPECT_EQ(config.problems(), "");
}

TEST(Source, OwnSchemesAreRowsOfTheGrammar) {
  Config config;
  config.text =
      "[scheme.shop]\nsig = \"header:X-Shop\"\nitem = [\"v1={sig}\"]\nenc = \"base64\"\nid = \"header:X-Shop-Id\"\n" +
      config.text;
  config.line("\"sha256-body\"", "\"shop\"").line(id, "");
  const auto settings = config.load();
  ASSERT_TRUE(settings) << config.problems();
  EXPECT_EQ(settings->sources[0]->scheme.encoding, signature::Encoding::base64);
  EXPECT_TRUE(settings->sources[0]->reader->contract().event_id_from_scheme);
}

TEST(Source, OwnSchemesAreCheckedByFieldAndLine) {
  Config config;
  config.text =
      "[scheme.shop]\nsig = \"header:X-Shop\"\nenc = \"base32\"\n[scheme.github]\nsig = \"header:X\"\n" + config.text;
  EXPECT_THAT(config.problems(), HasSubstr("etc/senja.toml:3: scheme.shop.enc: "));
  EXPECT_THAT(config.problems(), HasSubstr("etc/senja.toml:4: scheme.github: is the name of a built-in scheme"));
}

TEST(Source, AnIdInTheBodyThatTheSchemeNamesIsReadByTheContract) {
  Config config;
  config.line("\"sha256-body\"", "\"stripe\"").line(id, "");
  const auto settings = config.load();
  ASSERT_TRUE(settings) << config.problems();
  EXPECT_EQ(settings->sources[0]->reader->contract().event_id.tokens, std::vector<std::string>{"id"});
}

}  // namespace
}  // namespace senja::config
