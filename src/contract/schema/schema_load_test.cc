// What is refused when a schema is read, and in which words; and what a body may cost.
#include <gmock/gmock.h>

#include <string>

#include "senja/contract/schema.h"
#include "senja/model/limits.h"

namespace senja::contract {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string refusal(const std::string& text) {
  const auto schema = Schema::parse(text);
  return schema ? "" : schema.error();
}

struct Row {
  std::string schema, problem;
};
void PrintTo(const Row& row, std::ostream* out) { *out << row.schema; }

class Refused : public ::testing::TestWithParam<Row> {};

TEST_P(Refused, ByItsPlaceAndReason) { EXPECT_THAT(refusal(GetParam().schema), StartsWith(GetParam().problem)); }

INSTANTIATE_TEST_SUITE_P(
    WhatWouldNotBeEnforced, Refused,
    ::testing::Values(
        Row{R"({"unevaluatedProperties":false})", "at /unevaluatedProperties: is no keyword of Draft 7"},
        Row{R"({"properties":{"a":{"dependentSchemas":{}}}})", "at /properties/a/dependentSchemas: is no keyword"},
        Row{R"({"minContains":1})", "at /minContains: is no keyword"},
        Row{R"({"$dynamicRef":"#a"})", "at /$dynamicRef: is no keyword"},
        Row{R"({"prefixItems":[]})", "at /prefixItems: is no keyword"},
        Row{R"({"divisibleBy":2})", "at /divisibleBy: is no keyword"}, Row{R"({"id":"x"})", "at /id: is no keyword"},
        Row{R"({"patern":"x"})", "at /patern: is no keyword"},
        Row{R"({"definitions":{"unused":{"typ":"string"}}})", "at /definitions/unused/typ: is no keyword"},
        Row{R"({"$ref":"#/definitions/a","maxLength":3,"definitions":{"a":true}})", "at /maxLength: stands beside $ref"},
        Row{R"({"items":{},"additionalItems":false})",
            "at /additionalItems: is ignored by Draft 7 where `items` is no list"},
        Row{R"({"then":{}})", "at /then: is ignored by Draft 7 where there is no `if`"},
        Row{R"({"format":"datetime"})", "at /format: is no format of Draft 7"},
        Row{R"({"$schema":"https://json-schema.org/draft/2020-12/schema"})", "at /$schema: is another draft"},
        Row{R"({"items":{"$id":"other.json"}})", "at /items/$id: may stand at the top only"}));

INSTANTIATE_TEST_SUITE_P(
    References, Refused,
    ::testing::Values(Row{R"({"$ref":"https://example.com/a.json"})", "at /$ref: leads out of this file"},
                      Row{R"({"$ref":"other.json#/a"})", "at /$ref: leads out of this file"},
                      Row{R"({"items":{"$ref":"#/definitions/a"}})", "at /items/$ref: leads to nothing in this file"},
                      Row{R"({"$ref":"#name"})", "at /$ref: is no JSON Pointer"},
                      Row{R"({"$ref":"#/a~2"})", "at /$ref: is no JSON Pointer"},
                      Row{R"({"$ref":"#/%zz"})", "at /$ref: is no JSON Pointer"},
                      Row{R"({"$ref":7})", "at /$ref: has to be a text"},
                      Row{R"({"$ref":"#"})", "at its top: leads through more than 32 schemas, or back to itself"},
                      Row{R"({"allOf":[{"not":{"$ref":"#"}},{"not":{"$ref":"#"}},{"not":{"$ref":"#"}}]})",
                          "at its top: leads through"},
                      Row{R"({"dependencies":{"a":{"$ref":"#"}}})", "at its top: leads through"},
                      Row{R"({"items":{"if":{"$ref":"#/items"}}})", "at /items: leads through"}));

INSTANTIATE_TEST_SUITE_P(
    Patterns, Refused,
    ::testing::Values(
        Row{R"({"pattern":"(?=a)b"})", "at /pattern: is no pattern that RE2 can compile: invalid perl operator: (?="},
        Row{R"({"pattern":"(a)\\1"})", "at /pattern: is no pattern that RE2 can compile: invalid escape sequence: \\1"},
        Row{R"j({"pattern":"("})j", "at /pattern: is no pattern that RE2"},
        Row{R"({"pattern":1})", "at /pattern: has to be a text"},
        Row{R"({"pattern":"a{1000}{1000}"})", "at /pattern: is no pattern that RE2 can compile"},
        Row{R"j({"patternProperties":{"(?!a)":true}})j", "at /patternProperties/(?!a): is no pattern"}));

INSTANTIATE_TEST_SUITE_P(
    Values, Refused,
    ::testing::Values(
        Row{"7", "at its top: is no schema"}, Row{R"({"properties":[]})", "at /properties: has to be an object"},
        Row{R"({"properties":{"a":1}})", "at /properties/a: is no schema"},
        Row{R"({"type":"float"})", "at /type: is no type"}, Row{R"({"type":[]})", "at /type: names no type"},
        Row{R"({"type":["string",7]})", "at /type/1: is no type"}, Row{R"({"enum":[]})", "at /enum: has to be a list"},
        Row{R"({"allOf":[]})", "at /allOf: has to be a list"}, Row{R"({"anyOf":{}})", "at /anyOf: has to be a list"},
        Row{R"({"oneOf":[1]})", "at /oneOf/0: is no schema"},
        Row{R"({"maxLength":-1})", "at /maxLength: has to be a whole number"},
        Row{R"({"minItems":1.5})", "at /minItems: has to be a whole number"},
        Row{R"({"maxProperties":"3"})", "at /maxProperties: has to be a whole number"},
        Row{R"({"maximum":"3"})", "at /maximum: has to be a number"},
        Row{R"({"maximum":3,"exclusiveMaximum":true})", "at /exclusiveMaximum: has to be a number"},
        Row{R"({"multipleOf":0})", "at /multipleOf: has to be a number above zero"},
        Row{R"({"multipleOf":-1})", "at /multipleOf: has to be a number above zero"},
        Row{R"({"required":"a"})", "at /required: has to be a list of names"},
        Row{R"({"required":[1]})", "at /required/0: has to be a text"},
        Row{R"({"uniqueItems":1})", "at /uniqueItems: has to be true or false"},
        Row{R"({"dependencies":{"a":1}})", "at /dependencies/a: is no schema"},
        Row{R"({"definitions":[]})", "at /definitions: has to be"}, Row{R"({"not":7})", "at /not: is no schema"},
        Row{R"({"if":[]})", "at /if: is no schema"}, Row{R"({"items":[]})", "at /items: has to be a list of one or more"}));

INSTANTIATE_TEST_SUITE_P(Json, Refused,
                         ::testing::Values(Row{"{\n\"type\": \"string\",\n}", "line 3: an unexpected byte"},
                                           Row{"", "line 1: an end too early"},
                                           Row{"{\"type\":1,\n\"type\":2}", "line 2: a key that stands twice"}));

TEST(SchemaBounds, ASchemaIsBoundedInLengthDepthAndChains) {
  EXPECT_THAT(refusal(R"({"title":")" + std::string(limits::schema_bytes_max, 'x') + R"("})"),
              HasSubstr("is longer than 262144 bytes"));
  std::string deep = "true";
  for (int i = 0; i < 40; ++i) deep.insert(0, R"({"items":)").append("}");
  EXPECT_EQ(refusal(deep), "");
  for (int i = 0; i < 40; ++i) deep.insert(0, R"({"items":)").append("}");
  EXPECT_EQ(refusal(deep), "line 1: nesting too deep");

  const auto chain = [](int links) {
    std::string definitions = R"({"$ref":"#/definitions/d1","definitions":{)";
    for (int i = 1; i < links; ++i)
      definitions += R"("d)" + std::to_string(i) + R"(":{"$ref":"#/definitions/d)" + std::to_string(i + 1) + R"("},)";
    return definitions + R"("d)" + std::to_string(links) + R"(":true}})";
  };
  EXPECT_EQ(refusal(chain(31)), "");
  EXPECT_THAT(refusal(chain(32)), HasSubstr("leads through more than 32 schemas"));
  EXPECT_THAT(refusal(chain(1000)), HasSubstr("leads through more than 32 schemas"));
}

// Whatever a sender may put into a mebibyte.
constexpr std::size_t mebibyte = 1024 * 1024;

std::string many(std::string_view element) {
  std::string list = "[";
  list.reserve(mebibyte + element.size());
  for (list += element; list.size() + element.size() + 2 < mebibyte;) list.append(",").append(element);
  return list + "]";
}

std::string judged(const std::string& of, const std::string& body) {
  const auto schema = Schema::parse(of).value();
  const auto misfit = schema.misfit(parse_json(body).value());
  return misfit ? misfit->expected : "fits";
}

TEST(SchemaBounds, ALongTextTakesNoStackAndLinearTime) {
  const std::string text = "\"" + std::string(mebibyte, 'a') + "\"";
  EXPECT_EQ(judged(R"({"pattern":"^(a|b)*$"})", text), "fits");
  EXPECT_EQ(judged(R"({"pattern":"(a*)*b$"})", text), "a text with the pattern (a*)*b$");
  EXPECT_EQ(judged(R"({"format":"date-time"})", text), "a time by RFC 3339, with a zone");
  EXPECT_EQ(judged(R"({"maxLength":1048576})", text), "fits");
  EXPECT_EQ(judged(R"({"patternProperties":{"^(a|b)*$":false}})", "{" + text + ":1}"), "nothing in this place");
}

TEST(SchemaBounds, ALongNumberIsExactAndLinear) {
  const std::string number(mebibyte, '3');
  EXPECT_EQ(judged(R"({"multipleOf":3,"type":"integer","minimum":1e1048575})", number), "fits");
  EXPECT_EQ(judged(R"({"maximum":1e1048575})", number), "a number of at most 1e1048575");
}

constexpr std::string_view too_costly = "a body that its schema judges within 8000000 steps";

TEST(SchemaBounds, ManySmallValuesAreJudged) {
  EXPECT_EQ(judged(R"({"items":{"type":"integer","minimum":0,"maximum":9}})", many("7")), "fits");
  EXPECT_EQ(judged(R"({"uniqueItems":true})", many("7")), "an element that does not stand in its list before");
  EXPECT_EQ(judged(R"({"items":{"enum":["aa","bb","cc","dd"]}})", many("\"dd\"")), "fits");
  std::string numbers = "[0";
  for (int i = 1; numbers.size() < mebibyte; ++i) numbers.append(",").append(std::to_string(i));
  EXPECT_EQ(judged(R"({"uniqueItems":true})", numbers + "]"), "fits");
}

TEST(SchemaBounds, RepeatedTrialsEnd) {
  const std::string trial = R"({"type":"object","properties":{"a":{"$ref":"#"}}})";
  const std::string twice = R"({"anyOf":[)" + trial + "," + trial + "]}";
  std::string deep = "1";
  for (int i = 0; i < 63; ++i) deep.insert(0, "{\"a\":").append("}");
  EXPECT_EQ(judged(twice, deep), too_costly);
  EXPECT_EQ(judged(R"({"not":)" + twice + "}", deep), too_costly)
      << "running out of steps is no misfit that `not` could turn round";
}

TEST(SchemaBounds, TheLongestChainInTheDeepestBodyFitsTheStack) {
  std::string text = R"({"$ref":"#/definitions/d1","definitions":{)";
  for (int i = 1; i < 15; ++i)  // two of the chain each
    text += R"("d)" + std::to_string(i) + R"(":{"allOf":[{"$ref":"#/definitions/d)" + std::to_string(i + 1) + R"("}]},)";
  text += R"("d15":{"properties":{"a":{"$ref":"#/definitions/d1"}},"not":{"type":"null"}}}})";
  std::string deep = "1";
  for (int i = 0; i < 63; ++i) deep.insert(0, "{\"a\":").append("}");
  EXPECT_EQ(judged(text, deep), "fits");
  EXPECT_EQ(judged(text, "{\"a\":null}"), "a value that does not fit the schema of `not`");
}

TEST(SchemaBounds, CostlyPatternsEnd) {
  EXPECT_EQ(judged(R"({"items":{"pattern":"^(x+x+)+y{0,200}$"}})", many("\"" + std::string(60'000, 'x') + "\"")),
            too_costly);
}

}  // namespace
}  // namespace senja::contract
