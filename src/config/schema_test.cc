#include <gmock/gmock.h>

#include "config/config_vocabulary.h"
#include "senja/signature/verifier.h"

namespace senja::config {
namespace {

using ::testing::HasSubstr;

Config with_schemas(std::string_view table) {
  Config config;
  config.text.append("[source.orders.schema]\n").append(table).append("\n");
  config.files = {{"etc/pay.schema.json", R"({"required": ["amount"], "properties": {"amount": {"minimum": 1}}})"},
                  {"etc/schemas/any.json", R"({"type": "object"})"},
                  {"etc/later.json", "{\n  \"type\": \"object\",\n  \"unevaluatedProperties\": false\n}"},
                  {"etc/broken.json", "{\n  \"type\": \"object\",\n}"},
                  {"etc/long.json", std::string(limits::schema_bytes_max + 1, ' ')}};
  return config;
}

std::string judged(const Config& config, std::string body) {
  const auto settings = config.load();
  if (!settings) throw std::logic_error(config.problems());
  KeptRequest kept{.body = std::move(body), .context = {}};
  const auto event = settings->sources.front()->reader->read(
      signature::Recall::from_store(std::move(kept), WallTime{std::chrono::seconds{1'700'000'000}}));
  return event ? "" : event.error().violation.message();
}

TEST(ConfigSchema, EachActionHasItsOwnAndAStarIsEveryOther) {
  const Config config = with_schemas("PAY = \"pay.schema.json\"\n\"*\" = \"schemas/any.json\"");
  const std::string head = R"({"id":"1","order":"o","version":1,"expires_at":1700000000,"action":)";
  EXPECT_EQ(judged(config, head + R"("PAY"})"), "/amount: expected a value, for its schema requires one, found missing");
  EXPECT_EQ(judged(config, head + R"("PAY","amount":0})"), "/amount: expected a number of at least 1, found integer 0");
  EXPECT_EQ(judged(config, head + R"("PAY","amount":5})"), "");
  EXPECT_EQ(judged(config, head + R"("SHIP"})"), "");
  EXPECT_EQ(config.warnings(), "");
}

TEST(ConfigSchema, WhatIsWrongIsNamedInBothFiles) {
  const auto problems = [](std::string_view table) { return with_schemas(table).problems(); };
  EXPECT_THAT(problems("PAY = \"none.json\""),
              HasSubstr("etc/senja.toml:15: source.orders.schema.PAY: \"none.json\" cannot be read: No such file"));
  EXPECT_THAT(
      problems("PAY = \"later.json\""),
      HasSubstr("15: source.orders.schema.PAY: \"later.json\": at /unevaluatedProperties: is no keyword of Draft 7"));
  EXPECT_THAT(problems("PAY = \"broken.json\""),
              HasSubstr("15: source.orders.schema.PAY: \"broken.json\": line 3: an unexpected byte"));
  EXPECT_THAT(problems("PAY = \"long.json\""), HasSubstr("\"long.json\": is longer than 262144 bytes"));
  EXPECT_THAT(problems("PAY = 7"), HasSubstr("15: source.orders.schema.PAY: must be a text"));
  EXPECT_THAT(problems("\"\" = \"pay.schema.json\""), HasSubstr("is no action"));
}

TEST(ConfigSchema, AnActionNeedsAContractThatReadsOne) {
  Config config;
  config.text = R"([source.notes]
scheme = "sha256-body"
secrets = [{ value = "twenty-four-bytes-of-key" }]
remember_for = "forever"
[source.notes.contract]
event_id = "/id"
[source.notes.schema]
PAY = "pay.json"
)";
  config.files = {{"etc/pay.json", "{}"}};
  EXPECT_THAT(config.problems(), HasSubstr("8: source.notes.schema.PAY: needs contract.action"));
  config.line("PAY", "\"*\"");
  EXPECT_EQ(config.problems(), "");
}

TEST(ConfigSchema, AnActionThatNothingNamesIsAWarning) {
  EXPECT_EQ(with_schemas("PYA = \"pay.schema.json\"").warnings(),
            "etc/senja.toml:15: source.orders.schema.PYA: no transition and no effect names this action\n");
}

}  // namespace
}  // namespace senja::config
