#include "senja/contract/json.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <initializer_list>
#include <string>

namespace senja::contract {
namespace {

using Kind = Found::Kind;

// What stands at one pointer of a text that is JSON.
Found at(std::string_view text, const std::vector<std::string>& tokens) {
  PointerSet pointers;
  pointers.add(tokens);
  const auto found = read_json(text, pointers);
  if (!found) {
    ADD_FAILURE() << text << ": " << found.error().problem << " at " << found.error().at;
    return {};
  }
  return found->front();
}

bool is_json(std::string_view text) {
  PointerSet whole;
  whole.add({});
  const bool asked = read_json(text, whole).has_value();
  EXPECT_EQ(asked, read_json(text, PointerSet{}).has_value()) << "whether values are asked for changes nothing: " << text;
  return asked;
}

std::string nested(std::size_t depth, std::string_view open, std::string_view close) {
  std::string text;
  for (std::size_t i = 0; i < depth; ++i) text += open;
  text += "1";
  for (std::size_t i = 0; i < depth; ++i) text += close;
  return text;
}

TEST(Json, AcceptsTheGrammar) {
  for (const std::string_view text : {
           "null",
           "true",
           "false",
           "0",
           "-0",
           "12",
           "-1",
           "1.5",
           "0.0",
           "1e2",
           "1E+2",
           "1e-2",
           "-0.5e10",
           "1e400",
           "\"\"",
           "\"a\"",
           "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"",
           "\"\\u0000\"",
           "\"\\uD83D\\uDE00\"",
           "\"\\uD800\"",
           "\"\x7F\"",
           "[]",
           "[ ]",
           "{}",
           "{ }",
           "[1,2]",
           " [ 1 , 2 ] ",
           "{\"a\":1}",
           "{ \"a\" : 1 , \"b\" : [ ] }",
           "\t\r\n 1 \t\r\n",
           "{\"a\":1,\"a\":2}",
           "{\"\":0}",
           "123456789012345678901234567890",
           "\"\xC3\xA9\"",
           "\"\xF0\x9F\x98\x80\"",
           "\"\xEF\xBB\xBF\"",
           "\"\xF4\x8F\xBF\xBF\"",
       })
    EXPECT_TRUE(is_json(text)) << text;
}

TEST(Json, RefusesAllElse) {
  for (const std::string_view text : {
           "",
           " ",
           "nul",
           "nulll",
           "True",
           "NaN",
           "Infinity",
           "-",
           "+1",
           "01",
           "-01",
           "1.",
           ".5",
           "1e",
           "1e+",
           "1.e2",
           "0x10",
           "1_000",
           "\"",
           "\"a",
           "\"\\\"",
           "\"\\x\"",
           "\"\\u12\"",
           "\"\\u12G4\"",
           "\"\\",
           "\"\n\"",
           "\"\t\"",
           "\"\x1F\"",
           "'a'",
           "[",
           "[1",
           "[1,",
           "[1,]",
           "[,1]",
           "[1 2]",
           "]",
           "{",
           "{\"a\"",
           "{\"a\":",
           "{\"a\":1",
           "{\"a\":1,",
           "{\"a\":1,}",
           "{a:1}",
           "{1:1}",
           "{\"a\" 1}",
           "{\"a\":1 \"b\":2}",
           "{,}",
           "}",
           "1 2",
           "{}{}",
           "[]x",
           "// c\n1",
           "/**/1",
           "\x0C"
           "1",
           "\xC2\xA0"
           "1",
       })
    EXPECT_FALSE(is_json(text)) << text;
  using namespace std::literals;
  for (const std::string_view text : {"\0"sv, "1\0"sv, "\"\0\""sv, "[\0]"sv, "\"\\\0\""sv, "{\"a\"\0:1}"sv})
    EXPECT_FALSE(is_json(text));
}

TEST(Json, PAR04_RefusesBytesThatAreNotUtf8) {
  for (const std::string_view bytes :
       {"\x80", "\xC0\xAF", "\xC1\xBF", "\xC3", "\xC3(", "\xE0\x80\x80", "\xE2\x82", "\xED\xA0\x80", "\xED\xBF\xBF",
        "\xF0\x80\x80\x80", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFF", "\xFE"}) {
    EXPECT_FALSE(is_json("\"" + std::string{bytes} + "\""));
    EXPECT_FALSE(is_json("{\"" + std::string{bytes} + "\":1}")) << "in a key";
    EXPECT_FALSE(is_json(std::string{bytes}));
  }
}

TEST(Json, SIG13_RefusesAByteOrderMark) {
  const auto read = read_json("\xEF\xBB\xBF{}", PointerSet{});
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().problem, "a byte order mark");
  EXPECT_EQ(read.error().at, 0U);
}

TEST(Json, NestsSixtyFourDeepAndNoDeeper) {
  EXPECT_TRUE(is_json(nested(64, "[", "]")));
  EXPECT_FALSE(is_json(nested(65, "[", "]")));
  EXPECT_TRUE(is_json(nested(64, "{\"a\":", "}")));
  EXPECT_FALSE(is_json(nested(65, "{\"a\":", "}")));
  EXPECT_FALSE(is_json(std::string(1'000'000, '[')));
}

TEST(Json, SaysWhereItFails) {
  const auto read = read_json("{\"a\": tru}", PointerSet{});
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().at, 9U);
  EXPECT_EQ(read.error().problem, "an unexpected byte");
  EXPECT_EQ(read_json("[1,", PointerSet{}).error().problem, "an end too early");
}

TEST(Json, ReadsScalarsExactly) {
  const auto value = [](std::string_view text) { return at(text, {}).value; };
  EXPECT_EQ(value("null"), Scalar{std::monostate{}});
  EXPECT_EQ(value("true"), Scalar{true});
  EXPECT_EQ(value("false"), Scalar{false});
  EXPECT_EQ(value("-12"), Scalar{std::int64_t{-12}});
  EXPECT_EQ(value("9007199254740993"), Scalar{std::int64_t{9'007'199'254'740'993}});
  EXPECT_EQ(value("9223372036854775807"), Scalar{INT64_MAX});
  EXPECT_EQ(value("-9223372036854775808"), Scalar{INT64_MIN});
  for (const char* number : {"9223372036854775808", "-9223372036854775809", "12.34", "12.0", "1e2", "1E2", "1e400"})
    EXPECT_EQ(value(number), Scalar{NumberText{number}}) << number;
  EXPECT_EQ(value("\"caf\\u00e9 \\ud83d\\ude00 \\u20AC\\/\\n\""), Scalar{"caf\xC3\xA9 \xF0\x9F\x98\x80 \xE2\x82\xAC/\n"});
}

TEST(Json, PAR03_ATextMayHoldNul) { EXPECT_EQ(at("\"a\\u0000b\"", {}).value, Scalar{std::string("a\0b", 3)}); }

TEST(Json, PAR04_ALoneSurrogateIsBadTextOnlyWhereRead) {
  for (const char* lone :
       {"\\ud800", "\\udc00", "\\ud800x", "\\ud800\\n", "\\ud800\\ud800", "\\udc00\\ud800", "\\ud83d\\u0041"}) {
    const std::string text = "{\"read\":\"" + std::string{lone} + "\",\"other\":1}";
    EXPECT_EQ(at(text, {"read"}).kind, Kind::bad_text) << lone;
    EXPECT_EQ(at(text, {"other"}).kind, Kind::scalar) << lone;
  }
}

TEST(Json, FindsPlacesByTokens) {
  const std::string_view text = R"({"a":{"b":[10,{"c":"x"}],"":5},"a/b":1,"m~n":2,"0":3,"list":[7,8]})";
  EXPECT_EQ(at(text, {"a", "b", "0"}).value, Scalar{std::int64_t{10}});
  EXPECT_EQ(at(text, {"a", "b", "1", "c"}).value, Scalar{"x"});
  EXPECT_EQ(at(text, {"a", ""}).value, Scalar{std::int64_t{5}});
  EXPECT_EQ(at(text, {"a/b"}).value, Scalar{std::int64_t{1}});
  EXPECT_EQ(at(text, {"m~n"}).value, Scalar{std::int64_t{2}});
  EXPECT_EQ(at(text, {"0"}).value, Scalar{std::int64_t{3}});
  EXPECT_EQ(at(text, {"list", "1"}).value, Scalar{std::int64_t{8}});
  for (const auto& tokens : std::initializer_list<std::vector<std::string>>{{"b"},
                                                                            {"a", "b", "2"},
                                                                            {"a", "b", "01"},
                                                                            {"a", "b", "-"},
                                                                            {"a", "b", "+0"},
                                                                            {"a", "b", "0", "c"},
                                                                            {"a", "x"},
                                                                            {"A"}})
    EXPECT_EQ(at(text, tokens).kind, Kind::missing);
}

TEST(Json, GivesValuesAsSent) {
  EXPECT_EQ(at(R"({"a": "x\u0041" })", {"a"}).raw, R"("x\u0041")");
  EXPECT_EQ(at(R"({"a": 1.0 })", {"a"}).raw, "1.0");
  const Found container = at(R"({"a": {"b": [1, 2] } })", {"a"});
  EXPECT_EQ(container.kind, Kind::container);
  EXPECT_EQ(container.raw, R"({"b": [1, 2] })");
}

TEST(Json, PAR01_AKeyDoubledOnAPathOrItsAncestor) {
  EXPECT_EQ(at(R"({"a":1,"a":1})", {"a"}).kind, Kind::doubled);
  EXPECT_EQ(at(R"({"a":1,"\u0061":2})", {"a"}).kind, Kind::doubled);
  EXPECT_EQ(at(R"({"\u0061":1,"b":0,"a":2,"a":3})", {"a"}).kind, Kind::doubled);
  EXPECT_EQ(at(R"({"o":{"a":1},"o":{}})", {"o", "a"}).kind, Kind::doubled);
  EXPECT_EQ(at(R"({"o":{},"o":{"a":1}})", {"o", "a"}).kind, Kind::doubled);
  EXPECT_EQ(at(R"({"o":1,"\u006f":2})", {"o", "a"}).kind, Kind::doubled);
  EXPECT_EQ(at(R"({"l":[{"a":1,"a":2}]})", {"l", "0", "a"}).kind, Kind::doubled);
}

TEST(Json, PAR02_AKeyDoubledElsewhere) {
  EXPECT_EQ(at(R"({"x":1,"a":7,"x":2})", {"a"}).value, Scalar{std::int64_t{7}});
  EXPECT_EQ(at(R"({"a":7,"o":{"a":1,"a":2}})", {"a"}).value, Scalar{std::int64_t{7}});
  EXPECT_EQ(at(R"({"l":[{"a":1},{"a":2,"b":0,"b":0}]})", {"l", "1", "a"}).value, Scalar{std::int64_t{2}});
}

TEST(Json, OnePassFindsManyPointersAndSharesEqualOnes) {
  PointerSet pointers;
  const auto outer = pointers.add({"o"});
  const auto inner = pointers.add({"o", "a"});
  const auto gone = pointers.add({"gone"});
  EXPECT_EQ(pointers.add({"o", "a"}), inner);
  EXPECT_EQ(pointers.size(), 3U);
  const auto found = read_json(R"({"o":{"a":"v"}})", pointers);
  ASSERT_TRUE(found);
  EXPECT_EQ((*found)[outer].kind, Kind::container);
  EXPECT_EQ((*found)[inner].value, Scalar{"v"});
  EXPECT_EQ((*found)[gone].kind, Kind::missing);
}

RC_GTEST_PROP(Json, AnyPrefixOfAnObjectIsRefused, (const std::vector<std::int64_t>& numbers)) {
  std::string text = "{\"a\":[";
  for (const auto number : numbers) text += (text.back() == '[' ? "" : ",") + std::to_string(number);
  text += "]}";
  RC_ASSERT(read_json(text, PointerSet{}).has_value());
  const auto cut = *rc::gen::inRange<std::size_t>(0, text.size());
  RC_ASSERT(!read_json(text.substr(0, cut), PointerSet{}).has_value());
}

}  // namespace
}  // namespace senja::contract
