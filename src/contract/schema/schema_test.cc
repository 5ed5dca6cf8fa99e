// What a body has to be to fit, keyword by keyword.
#include "senja/contract/schema.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace senja::contract {
namespace {

Schema schema(const std::string& text) {
  auto compiled = Schema::parse(text);
  if (!compiled) throw std::logic_error(text + ": " + compiled.error());
  return *std::move(compiled);
}

std::optional<Misfit> judged(const Schema& schema, const std::string& body) {
  const auto tree = parse_json(body);
  if (!tree) throw std::logic_error(body + ": " + std::string{tree.error().problem});
  return schema.misfit(*tree);
}

// "" fits; else "/pointer: expected …, found …".
std::string misfit(const std::string& of, const std::string& body) {
  const auto misfit = judged(schema(of), body);
  return misfit ? misfit->where + ": expected " + misfit->expected + ", found " + misfit->found : "";
}

struct Row {
  std::string schema;
  std::vector<std::string> fit, misfit;
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.schema; }

class Keyword : public ::testing::TestWithParam<Row> {};

TEST_P(Keyword, TellsWhatFits) {
  for (const std::string& body : GetParam().fit) EXPECT_EQ(misfit(GetParam().schema, body), "") << body;
  for (const std::string& body : GetParam().misfit) EXPECT_NE(misfit(GetParam().schema, body), "") << body;
}

const std::vector<std::string> one_of_each{"null", "true", "1", "1.5", "\"x\"", "[]", "{}"};

INSTANTIATE_TEST_SUITE_P(
    General, Keyword,
    ::testing::Values(Row{"{}", one_of_each, {}}, Row{"true", one_of_each, {}}, Row{"false", {}, one_of_each},
                      Row{R"({"type":"integer"})",
                          {"1", "-1", "1.0", "1e3", "12.50e2", "98249283749234923498293171823948729348710"},
                          {"1.5", "1e-1", "\"1\"", "true", "null", "[]", "{}"}},
                      Row{R"({"type":"number"})", {"1", "1.5", "-1e400"}, {"\"1\"", "null"}},
                      Row{R"({"type":"string"})", {"\"\"", "\"1\""}, {"1", "{}", "[]", "null"}},
                      Row{R"({"type":"object"})", {"{}"}, {"[]", "\"\"", "null"}},
                      Row{R"({"type":"array"})", {"[]"}, {"{}", "\"\""}},
                      Row{R"({"type":"boolean"})", {"true", "false"}, {"0", "\"true\"", "null"}},
                      Row{R"({"type":"null"})", {"null"}, {"0", "false", "\"\"", "[]"}},
                      Row{R"({"type":["integer","string"]})", {"1", "\"\""}, {"1.5", "null"}},
                      Row{R"({"type":["integer","number"]})", {"1", "1.5"}, {"null"}},
                      Row{R"({"enum":[1,"a",null,{"a":[1],"b":2},[]]})",
                          {"1", "1.0", "\"a\"", "null", R"({"b":2.0,"a":[1]})", "[]"},
                          {"2", "\"b\"", "false", "{}", R"({"a":[1]})", R"({"a":[2],"b":2})", "[null]"}},
                      Row{R"({"enum":[9007199254740993]})", {"9007199254740993"}, {"9007199254740992"}},
                      Row{R"({"enum":[false,0]})", {"false", "0", "-0.0"}, {"true", "1", "null"}},
                      Row{R"({"enum":[[false]]})", {"[false]"}, {"[0]", "[]"}},
                      Row{R"({"const":9007199254740992})", {"9007199254740992"}, {"9007199254740993"}},
                      Row{R"({"const":18446744073709551617})",
                          {"18446744073709551617"},
                          {"18446744073709551616", "1.8446744073709551617e20"}},
                      Row{R"({"const":"a\u0000b"})", {R"("a\u0000b")"}, {"\"a\""}},
                      Row{R"({"const":{"a":1,"b":[true]}})",
                          {R"({"b":[true],"a":1})"},
                          {R"({"a":1})", R"({"a":1,"b":[true],"c":1})", R"({"a":1,"c":[true]})"}}));

INSTANTIATE_TEST_SUITE_P(
    Numbers, Keyword,
    ::testing::Values(
        Row{R"({"maximum":3})", {"3", "3.0", "2.9", "-1e400", "\"x\"", "null"}, {"3.0000000000000000001", "1e400"}},
        Row{R"({"maximum":9007199254740992})", {"9007199254740992"}, {"9007199254740993"}},
        Row{R"({"maximum":18446744073709551614})", {"18446744073709551614"}, {"18446744073709551615"}},
        Row{R"({"exclusiveMaximum":3})", {"2.99", "[]"}, {"3", "3.0", "4"}},
        Row{R"({"minimum":-9007199254740993})", {"-9007199254740993"}, {"-9007199254740994", "-1e30"}},
        Row{R"({"exclusiveMinimum":0})", {"1e-400", "{}"}, {"0", "-0", "-1"}},
        Row{R"({"multipleOf":0.01})", {"19.99", "0", "1e2", "\"x\""}, {"19.999", "0.001"}},
        Row{R"({"multipleOf":3})", {"9007199254740993", "-9", "3e0"}, {"9007199254740992", "4.5"}}));

INSTANTIATE_TEST_SUITE_P(
    Texts, Keyword,
    ::testing::Values(
        Row{R"({"maxLength":2})", {"\"\"", "\"ab\"", R"("\u00e9\ud83d\ude00")", "123"}, {"\"abc\"", R"("a\u0000b")"}},
        Row{R"({"minLength":2})", {"\"ab\"", R"("\u0000\u0000")", "1"}, {"\"a\"", R"("\ud83d\ude00")"}},
        Row{R"({"minLength":2.0})", {"\"ab\""}, {"\"a\""}},
        Row{R"({"pattern":"a+b"})", {"\"xxaab\"", "7", "null"}, {"\"b\"", "\"\""}},
        Row{R"({"pattern":"^\\d{2}$"})", {"\"12\""}, {"\"123\"", R"("12\n")"}},
        Row{R"({"pattern":"^.$"})", {R"("\ud83d\ude00")"}, {"\"\"", "\"ab\""}},
        Row{R"({"format":"date-time"})",
            {"\"2026-02-28T23:59:59.5Z\"", "\"2026-02-28T23:59:59+01:00\"", "1", "[1]", "{\"a\":1}", "null"},
            {"\"2026-02-29T00:00:00Z\"", "\"2026-02-28\"", "\"2026-02-28T23:59:59\"", "\"\""}},
        Row{R"({"format":"date"})", {"\"2024-02-29\"", "5"}, {"\"2023-02-29\"", "\"2024-1-01\"", "\"2024-02-29T\""}},
        Row{R"({"format":"time"})", {"\"12:00:00Z\"", "\"12:00:00.25+02:00\""}, {"\"12:00:00\"", "\"25:00:00Z\"", "\"x\""}},
        Row{R"({"format":"email"})", {"\"no address\""}, {}}));

INSTANTIATE_TEST_SUITE_P(
    Lists, Keyword,
    ::testing::Values(
        Row{R"({"items":{"type":"integer"}})", {"[]", "[1,2]", "{\"a\":\"x\"}"}, {"[1,\"x\"]"}},
        Row{R"({"items":[{"type":"integer"},{"type":"string"}]})", {"[]", "[1]", "[1,\"x\",null]"}, {"[\"x\"]", "[1,1]"}},
        Row{R"({"items":[{"type":"integer"}],"additionalItems":{"type":"string"}})",
            {"[1]", "[1,\"x\",\"y\"]"},
            {"[1,\"x\",2]", "[\"x\",\"x\"]"}},
        Row{R"({"items":[true,true],"additionalItems":false})", {"[]", "[1,2]"}, {"[1,2,3]"}},
        Row{R"({"items":false})", {"[]", "1"}, {"[1]"}},
        Row{R"({"maxItems":2,"minItems":1})", {"[1]", "[1,2]", "\"\"", "{}"}, {"[]", "[1,2,3]"}},
        Row{R"({"uniqueItems":true})",
            {"[]", "[1]", "[1,2,\"1\",true,null,[1],{\"a\":1}]", "[0,false]", "[[0],[false]]",
             R"([{"a":1,"b":2},{"a":2,"b":1}])", "[9007199254740992,9007199254740993]"},
            {"[1,1]", "[1,1.0]", "[1e2,100]", R"([{"a":1,"b":2},{"b":2,"a":1}])", "[\"x\",\"y\",\"x\"]", R"(["a","\u0061"])",
             "[null,1,null]", "[[[1]],[[1.0]]]"}},
        Row{R"({"uniqueItems":false})", {"[1,1]"}, {}},
        Row{R"({"contains":{"minimum":5}})", {"[1,5]", "{}", "1"}, {"[]", "[1,2]"}},
        Row{R"({"contains":false})", {"{}"}, {"[]", "[1]"}}));

INSTANTIATE_TEST_SUITE_P(
    Objects, Keyword,
    ::testing::Values(
        Row{R"({"properties":{"a":{"type":"integer"},"b":false}})",
            {"{}", R"({"a":1,"c":"x"})", "[]"},
            {R"({"a":"x"})", R"({"b":1})"}},
        Row{R"({"properties":{"a\u0000b":{"type":"integer"}}})", {R"({"a":"x"})"}, {R"({"a\u0000b":"x"})"}},
        Row{R"({"properties":{"a":{"properties":{"b":true}},"a/properties/b":{"type":"string"}}})",
            {R"({"a":{"b":5},"a/properties/b":""})"},
            {R"({"a/properties/b":5})"}},
        Row{R"({"patternProperties":{"^n_":{"type":"integer"},"s$":{"maximum":5}}})",
            {"{}", R"({"n_a":7,"xs":5,"z":null})"},
            {R"({"n_a":"x"})", R"({"xs":6})", R"({"n_s":6})"}},
        Row{R"({"properties":{"a":true},"patternProperties":{"^b":true},"additionalProperties":false})",
            {"{}", R"({"a":1,"b1":2})"},
            {R"({"c":1})", R"({"a":1,"cb":1})"}},
        Row{R"({"additionalProperties":{"type":"integer"}})", {R"({"a":1})"}, {R"({"a":"x"})"}},
        Row{R"({"required":["a","b"]})", {R"({"b":null,"a":0,"c":1})", "[]"}, {"{}", R"({"a":1})", R"({"b":1,"c":1})"}},
        Row{R"({"required":[]})", {"{}"}, {}},
        Row{R"({"maxProperties":1,"minProperties":1})", {R"({"a":1})", "[]"}, {"{}", R"({"a":1,"b":1})"}},
        Row{R"({"propertyNames":{"maxLength":2}})",
            {"{}", R"({"ab":1})", "\"long\""},
            {R"({"abc":1})", R"({"a\u0000b":1})"}},
        Row{R"({"dependencies":{"a":["b","c"],"d":{"required":["e"]},"f":false}})",
            {"{}", R"({"a":1,"b":1,"c":1})", R"({"d":1,"e":1})", R"({"b":1})"},
            {R"({"a":1,"b":1})", R"({"d":1})", R"({"f":1})"}}));

INSTANTIATE_TEST_SUITE_P(
    OfRules, Keyword,
    ::testing::Values(Row{R"({"allOf":[{"minimum":2},{"maximum":3}]})", {"2", "3"}, {"1", "4"}},
                      Row{R"({"anyOf":[{"type":"string"},{"minimum":2}]})", {"\"x\"", "2", "null"}, {"1"}},
                      Row{R"({"oneOf":[{"minimum":2},{"maximum":3}]})", {"1", "4"}, {"2", "\"x\""}},
                      Row{R"({"not":{"type":"integer"}})", {"1.5", "\"x\""}, {"1", "1.0"}},
                      Row{R"({"not":{"not":{"type":"integer"}}})", {"1"}, {"\"x\""}},
                      Row{R"({"if":{"required":["a"]},"then":{"required":["b"]},"else":{"required":["c"]}})",
                          {R"({"a":1,"b":1})", R"({"c":1})"},
                          {R"({"a":1,"c":1})", R"({"b":1})"}},
                      Row{R"({"if":{"type":"string"},"then":{"minLength":1}})", {"\"x\"", "1"}, {"\"\""}},
                      Row{R"({"if":{"type":"string"},"else":false})", {"\"x\""}, {"1"}}, Row{R"({"if":false})", {"1"}, {}}));

INSTANTIATE_TEST_SUITE_P(
    References, Keyword,
    ::testing::Values(
        Row{R"({"definitions":{"id":{"type":"integer"}},"properties":{"a":{"$ref":"#/definitions/id"}}})",
            {R"({"a":1})"},
            {R"({"a":"x"})"}},
        Row{R"({"$defs":{"a/b%":{"type":"integer"}},"items":{"$ref":"#/$defs/a~1b%25","title":"an id"}})",
            {"[1]"},
            {"[\"x\"]"}},
        Row{R"({"definitions":{"n":{"propertyNames":{"maxLength":2}}},"properties":{"a":{"$ref":"#/definitions/n"}}})",
            {R"({"a":{"ab":1}})"},
            {R"({"a":{"long":1}})"}},
        Row{R"({"properties":{"next":{"$ref":"#"},"v":{"type":"integer"}},"required":["v"]})",
            {R"({"v":1,"next":{"v":2,"next":{"v":3}}})"},
            {R"({"v":1,"next":{"v":2,"next":{}}})", R"({"v":1,"next":{"v":"x"}})"}},
        Row{R"({"$id":"https://example.com/claim.json","$schema":"http://json-schema.org/draft-07/schema#","items":[{"$ref":"#/items/1"},{"type":"null"}]})",
            {"[null,null]"},
            {"[1,null]"}},
        Row{R"({"properties":{"$ref":{"type":"string"}}})", {R"({"$ref":"a"})"}, {R"({"$ref":1})"}}));

TEST(SchemaMisfit, NamesThePlaceAndWhatWasExpected) {
  const std::string claim = R"({
    "type": "object", "required": ["event_id", "amount"], "additionalProperties": false,
    "properties": {
      "event_id": {"type": "string", "pattern": "^e-[0-9]+$"},
      "amount": {"type": "integer", "minimum": 1, "maximum": 9007199254740993},
      "a/b": {"items": {"properties": {"c~": {"enum": ["x", "y"]}}}},
      "kind": {"if": {"const": "a"}, "then": true, "else": {"allOf": [{"maxLength": 3}]}}
    }})";
  const auto with = [&](const std::string& more) { return misfit(claim, R"({"event_id":"e-1","amount":1)" + more + "}"); };
  EXPECT_EQ(with(""), "");
  EXPECT_EQ(misfit(claim, "[]"), "body: expected an object, found an array");
  EXPECT_EQ(misfit(claim, R"({"event_id":"e-1"})"), "/amount: expected a value, for its schema requires one, found missing");
  EXPECT_EQ(misfit(claim, R"({"event_id":"x","amount":1})"),
            "/event_id: expected a text with the pattern ^e-[0-9]+$, found text \"x\"");
  EXPECT_EQ(misfit(claim, R"({"event_id":"e-1","amount":9007199254740994})"),
            "/amount: expected a number of at most 9007199254740993, found integer 9007199254740994");
  EXPECT_EQ(misfit(claim, R"({"event_id":"e-1","amount":1.5})"), "/amount: expected an integer, found number 1.5");
  EXPECT_EQ(with(R"(,"a/b":[{},{"c~":"x"},{"c~":"z"}])"), R"(/a~1b/2/c~0: expected one of "x", "y", found text "z")");
  EXPECT_EQ(with(R"(,"kind":"abcd")"), "/kind: expected a text of at most 3 characters, found text \"abcd\"");
  EXPECT_EQ(with(R"(,"more":{})"), "/more: expected nothing in this place, found an object");
}

TEST(SchemaMisfit, OfWhatWasOnlyTriedNamesTheValueItself) {
  EXPECT_EQ(misfit(R"({"items":{"anyOf":[{"required":["a"]},{"type":"null"}]}})", "[null,{}]"),
            "/1: expected a value that fits one of the 2 schemas of anyOf, found an object");
  EXPECT_EQ(misfit(R"({"items":{"oneOf":[{},true]}})", "[1]"),
            "/0: expected a value that fits exactly one of the 2 schemas of oneOf, found integer 1");
  EXPECT_EQ(misfit(R"({"propertyNames":{"maxLength":1}})", R"({"ab":1})"),
            "/ab: expected a text of at most 1 characters, found text \"ab\"");
}

TEST(SchemaMisfit, IsShortAndPrintableWhateverTheKeysAre) {
  const std::string key(100'000, 'k');
  const auto misfit = judged(schema(R"({"additionalProperties":false})"), R"({"\u001b)" + key + R"(":")" + key + R"("})");
  ASSERT_TRUE(misfit);
  EXPECT_LE(misfit->where.size(), 255U);
  EXPECT_TRUE(misfit->where.starts_with("/?kkk")) << misfit->where;
  EXPECT_TRUE(misfit->where.ends_with("k...")) << misfit->where;
  EXPECT_LE(misfit->found.size(), 60U);
}

}  // namespace
}  // namespace senja::contract
