// Requests judged by a JSON Schema besides their contract.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "contract/reading.h"

namespace senja::contract {
namespace {

Contract with_schemas(std::map<std::string, std::string> texts) {
  Contract contract = bare();
  contract.action = place("/action");
  for (auto& [action, text] : texts) contract.schemas[action] = schema(std::move(text));
  return contract;
}

TEST(ReaderSchema, AnActionsOwnSchemaCountsElseThatOfAllOthers) {
  const Contract contract =
      with_schemas({{"CLAIM", R"({"required":["amount"]})"}, {"", R"({"properties":{"note":{"maxLength":3}}})"}});
  EXPECT_EQ(refusal(read(contract, R"({"event_id":"e","action":"CLAIM"})")),
            "422 /amount: expected a value, for its schema requires one, found missing");
  EXPECT_TRUE(read(contract, R"({"event_id":"e","action":"CLAIM","amount":1,"note":"long"})")) << "only its own";
  EXPECT_EQ(refusal(read(contract, R"({"event_id":"e","action":"OFFER","note":"long"})")),
            "422 /note: expected a text of at most 3 characters, found text \"long\"");
  EXPECT_EQ(refusal(read(contract, R"({"event_id":"e","note":"long"})")).substr(0, 9), "422 /note");
  EXPECT_TRUE(read(contract, R"({"event_id":"e","action":"OFFER"})"));
}

TEST(ReaderSchema, WithoutOneForItsActionABodyIsReadAsEver) {
  const Contract contract = with_schemas({{"CLAIM", "false"}});
  EXPECT_TRUE(read(contract, R"({"event_id":"e","action":"OFFER","x":1,"x":"\ud800"})"));
  EXPECT_EQ(refusal(read(contract, R"({"event_id":"e","action":"CLAIM"})")),
            "422 body: expected nothing in this place, found an object");
}

TEST(ReaderSchema, ABodyWithASchemaIsStrictThroughout) {
  const Contract contract = with_schemas({{"", "{}"}});
  const std::string strict =
      "422 body: expected JSON with each key once in its object, all texts Unicode, and at most 1000000 values, found ";
  EXPECT_EQ(refusal(read(contract, R"({"event_id":"e","x":{"a":1,"a":2}})")),
            strict + "a key that stands twice in the object before it at byte 33");
  EXPECT_EQ(refusal(read(contract, R"({"event_id":"e","x":"\udfff"})")), strict + "a lone surrogate at byte 28");
}

TEST(ReaderSchema, TheContractSpeaksFirst) {
  const Contract contract = with_schemas({{"", R"({"required":["x"]})"}});
  EXPECT_EQ(refusal(read(contract, R"({"event_id":7.5})")).substr(0, 13), "422 /event_id");
  EXPECT_EQ(refusal(read(contract, "{")).substr(0, 8), "400 body");
  const auto rejected = read(contract, R"({"event_id":"e9"})");
  ASSERT_FALSE(rejected);
  EXPECT_EQ(rejected.error().event_id->text, "e9");
  EXPECT_EQ(rejected.error().kept.body, R"({"event_id":"e9"})");
}

TEST(ReaderSchema, ABodyOfWhichNothingElseIsReadMustBeJsonToo) {
  Contract contract = bare("header:webhook-id");
  contract.schemas[""] = schema(R"({"type":"object"})");
  const auto sent = [](std::string body) { return Sent{std::move(body), {{"Webhook-Id", "m1"}}, "", ""}; };
  EXPECT_EQ(refusal(read(contract, sent("not json"))).substr(0, 8), "400 body");
  EXPECT_EQ(refusal(read(contract, sent("[]"))), "422 body: expected an object, found an array");
  EXPECT_TRUE(read(contract, sent("{}")));
}

std::string value(int depth) {
  switch (*rc::gen::inRange(0, depth > 0 ? 5 : 3)) {
    case 0:
      return *rc::gen::element<std::string>("1", "-0.5e300", "18446744073709551616", "true", "null");
    case 1:
    case 2:
      return *rc::gen::element<std::string>(R"("")", R"("\u00e9\n")", R"("\ud83d\ude00")");
    case 3:
      return "[" + value(depth - 1) + ", " + value(depth - 1) + "]";
    default:
      return R"({"a":)" + value(depth - 1) + R"(,"\u0062":)" + value(depth - 1) + "}";
  }
}

RC_GTEST_PROP(ReaderSchema, TheEmptySchemaChangesNothing, ()) {
  Contract plain = claims();
  plain.required = {"event_id"};
  plain.picks = {pick("/more/a")};
  Contract judged = plain;
  judged.schemas[""] = schema("{}");
  const std::string body = R"({"event_id":)" + value(0) + R"(,"version":)" + value(0) + R"(,"more":)" + value(3) + "}";
  const auto one = read(plain, body), other = read(judged, body);
  RC_ASSERT(refusal(one) == refusal(other));
  if (!one) return;
  RC_ASSERT(one->event_id == other->event_id);
  RC_ASSERT(one->version == other->version);
  RC_ASSERT(one->picks == other->picks);
  RC_ASSERT(one->fingerprint == other->fingerprint);
  RC_ASSERT(one->kept == other->kept);
}

}  // namespace
}  // namespace senja::contract
