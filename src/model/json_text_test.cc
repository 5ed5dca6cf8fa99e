#include "senja/model/json_text.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

namespace senja {
namespace {

std::string quoted(std::string_view text) {
  std::string out;
  append_json(out, text);
  return out;
}

TEST(JsonText, EscapesWhatMustBe) {
  EXPECT_EQ(quoted(""), R"("")");
  EXPECT_EQ(quoted("plain"), R"("plain")");
  EXPECT_EQ(quoted("a\"b\\c"), R"("a\"b\\c")");
  EXPECT_EQ(quoted("\b\f\n\r\t"), R"("\b\f\n\r\t")");
  EXPECT_EQ(quoted(std::string_view{"\0\x1f", 2}), R"("\u0000\u001f")");
}

TEST(JsonText, SEC03_WhatWouldSteerATerminalIsEscaped) {
  EXPECT_EQ(quoted("\x1b[2J\x7f"), R"("\u001b[2J\u007f")");
  EXPECT_EQ(quoted("\xC2\x80\xC2\x9B\xC2\x9F"), R"("\u0080\u009b\u009f")");
  EXPECT_EQ(quoted("\xC2\xA0"), "\"\xC2\xA0\"");
  EXPECT_EQ(quoted("\xD8\x9C\xE2\x80\x8E\xE2\x80\x8F"), R"("\u061c\u200e\u200f")");
  EXPECT_EQ(quoted("\xE2\x80\xA8\xE2\x80\xA9\xE2\x80\xAA\xE2\x80\xAE"), R"("\u2028\u2029\u202a\u202e")");
  EXPECT_EQ(quoted("\xE2\x81\xA6\xE2\x81\xA9"), R"("\u2066\u2069")");
  for (const char* kept :
       {"\xE2\x80\x8D", "\xE2\x80\xA7", "\xE2\x80\xAF", "\xE2\x81\xA5", "\xE2\x81\xAA", "\xF0\x92\x80\xA8", "<b>&'"})
    EXPECT_EQ(quoted(kept), '"' + std::string(kept) + '"');
}

TEST(JsonText, KeepsUtf8AndReplacesTheRest) {
  EXPECT_EQ(quoted("caf\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x8C\x86"), "\"caf\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x8C\x86\"");
  const std::string replacement = "\xEF\xBF\xBD";
  EXPECT_EQ(quoted("\xFF"), "\"" + replacement + "\"");
  EXPECT_EQ(quoted("\xC3"), "\"" + replacement + "\"");                                      // cut short
  EXPECT_EQ(quoted("\xC0\x80"), "\"" + replacement + replacement + "\"");                    // overlong
  EXPECT_EQ(quoted("\xED\xA0\x80"), "\"" + replacement + replacement + replacement + "\"");  // a surrogate
  EXPECT_EQ(quoted("\xF4\x90\x80\x80"), "\"" + replacement + replacement + replacement + replacement + "\"");
  EXPECT_EQ(quoted("\xE2\x82x"), "\"" + replacement + replacement + "x\"");
}

TEST(JsonText, NumbersStayExact) {
  std::string out;
  append_scalar(out, Scalar{INT64_MIN});
  out += ' ';
  append_scalar(out, Scalar{NumberText{"12.340"}});
  out += ' ';
  append_scalar(out, Scalar{true});
  out += ' ';
  append_scalar(out, Scalar{});
  out += ' ';
  append_scalar(out, Scalar{std::string{"x"}});
  EXPECT_EQ(out, R"(-9223372036854775808 12.340 true null "x")");
}

TEST(JsonText, PutsCommasBetweenValues) {
  JsonText json;
  json.begin_object().member("a", 1).member("b", "x").key("list").begin_array();
  json.begin_object().end_object().value(true).null().begin_array().end_array().end_array();
  json.more(R"(,"job":"j1")").end_object();
  EXPECT_EQ(std::move(json).take(), R"({"a":1,"b":"x","list":[{},true,null,[]],"job":"j1"})");
}

// A text that ends like an opening bracket must not swallow the comma after it.
TEST(JsonText, TextThatLooksLikeABracketIsStillText) {
  JsonText json;
  json.begin_array().value("{").value("[").value(":").end_array();
  EXPECT_EQ(std::move(json).take(), R"(["{","[",":"])");
}

}  // namespace
}  // namespace senja
