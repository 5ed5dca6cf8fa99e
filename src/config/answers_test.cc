#include <gmock/gmock.h>

#include "config/config_vocabulary.h"

namespace senja::config {
namespace {

using ::testing::HasSubstr;

Config with_answers(std::string_view table) {
  Config config;
  config.text.append("[source.orders.answer]\n").append(table).append("\n");
  return config;
}

TEST(ConfigAnswers, AStatusOrAnAnswerOfItsOwn) {
  const auto settings = with_answers(R"(applied = 204
ignored = { status = 200, body = '{"success":true}' }
"conflict.state" = { status = 200, body = "[accepted]", content_type = "text/plain" }
stale = { body = "null" }
rejected = 200
gap = 425
undecided = 500
signature = 403)")
                            .load();
  ASSERT_TRUE(settings);
  const auto& own = settings->sources.front()->policy->answer_overrides;
  ASSERT_EQ(own.size(), 8U);
  EXPECT_EQ(own.at(Code::applied).status, 204);
  EXPECT_FALSE(own.at(Code::applied).body);
  EXPECT_EQ(own.at(Code::ignored).body, R"({"success":true})");
  EXPECT_EQ(own.at(Code::conflict_state).content_type, "text/plain");
  EXPECT_FALSE(own.at(Code::stale).status);
  EXPECT_EQ(own.at(Code::gap).status, 425);
}

struct Row {
  std::string_view line, problem;
};
void PrintTo(const Row& row, std::ostream* out) { *out << row.line; }

class RefusedAnswer : public ::testing::TestWithParam<Row> {};

TEST_P(RefusedAnswer, ByFileLineAndKey) {
  EXPECT_THAT(with_answers(GetParam().line).problems(),
              HasSubstr("etc/senja.toml:15: source.orders.answer." + std::string(GetParam().problem)));
}

INSTANTIATE_TEST_SUITE_P(
    Statuses, RefusedAnswer,
    ::testing::Values(Row{"applied = 500", "applied: 500 would make the sender try a final outcome again"},
                      Row{"expired = 408", "expired: 408 would make the sender try"},
                      Row{"expired = 425", "expired: 425 would"}, Row{"rejected = 429", "rejected: 429 would make"},
                      Row{"applied = 302", "applied: 302 tells a sender nothing"},
                      Row{"applied = 100", "applied: must be a whole number from 200 to 599"},
                      Row{"gap = 200", "gap: 200 would lose the event"}, Row{"gap = 404", "gap: 404 would lose the event"},
                      Row{"undecided = 202", "undecided: 202 would lose the event"},
                      Row{"store = 302", "store: 302 would lose"},
                      Row{"signature = 200", "signature: 200 is not for a request that was not let in"},
                      Row{"timestamp = 503", "timestamp: 503 is not"}, Row{"signature = 429", "signature: 429 is not"},
                      Row{"applied = \"ok\"", "applied: must be a whole number"}));

INSTANTIATE_TEST_SUITE_P(Outcomes, RefusedAnswer,
                         ::testing::Values(Row{"abandoned = 200", "abandoned: is never answered"},
                                           Row{"duplicate = 200", "duplicate: has no answer of its own"},
                                           Row{"conflict.state = 200",
                                               "conflict: is a family of outcomes: write one of them, in quotes"},
                                           Row{"expird = 200", "expird: is not an outcome; did you mean \"expired\"?"}));

INSTANTIATE_TEST_SUITE_P(Bodies, RefusedAnswer,
                         ::testing::Values(Row{"applied = { status = 204, body = '{}' }", "applied: has a body, and 204"},
                                           Row{"applied = { body = \"[accepted]\" }",
                                               "applied: has a body that is no JSON: name its content_type"},
                                           Row{"applied = { status = 200, content_type = \"text/plain\" }",
                                               "applied: has a content_type, but no body"},
                                           Row{R"(applied = { body = "x", content_type = "text/plain\r\nset-cookie: a=b" })",
                                               "applied: has a content_type that is none"},
                                           Row{"applied = { body = \"x\", content_type = \"plain\" }",
                                               "applied: has a content_type that is none"},
                                           Row{"applied = {}", "applied: is empty"},
                                           Row{"applied = { state = 200 }", "applied.state: is not a key of this table"},
                                           Row{"applied = { body = 7 }", "applied.body: must be a text"}));

TEST(ConfigAnswers, ABodyIsBounded) {
  EXPECT_EQ(with_answers("applied = { body = '\"" + std::string(4094, 'x') + "\"' }").problems(), "");
  EXPECT_THAT(with_answers("applied = { body = '\"" + std::string(4095, 'x') + "\"' }").problems(),
              HasSubstr("has a body of more than 4096 bytes"));
}

TEST(ConfigAnswers, ATableUnderAnswersIsShownItsPlace) {
  Config config;
  config.under("[source.orders]", "answers = { applied = 204 }");
  EXPECT_THAT(config.problems(),
              HasSubstr("3: source.orders.answers: must be \"gentle\" or \"strict\"; own statuses and bodies "
                        "stand in [source.orders.answer]"));
}

TEST(ConfigContentEncoding, OnlyGzip) {
  const auto config = [](std::string_view line) {
    Config config;
    config.under("[source.orders]", line);
    return config;
  };
  EXPECT_FALSE(Config{}.load()->sources.front()->gzip);
  EXPECT_TRUE(config("content_encoding = [\"gzip\"]").load()->sources.front()->gzip);
  EXPECT_FALSE(config("content_encoding = []").load()->sources.front()->gzip);
  EXPECT_THAT(config("content_encoding = [\"gzip\", \"br\"]").problems(),
              HasSubstr("3: source.orders.content_encoding: \"br\" is not one that is decoded: \"gzip\" is"));
  EXPECT_THAT(config("content_encoding = 1").problems(),
              HasSubstr("3: source.orders.content_encoding: must be a list of texts"));
}

}  // namespace
}  // namespace senja::config
