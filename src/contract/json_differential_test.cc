// The same texts through a second reader: both accept and both find the same, or both refuse.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <boost/json.hpp>
#include <cmath>
#include <cstdlib>
#include <string>

#include "senja/contract/json.h"

namespace senja::contract {
namespace {

namespace json = boost::json;

json::value parsed(const std::string& text, boost::system::error_code& error) {
  json::parse_options options;
  options.max_depth = 64;
  return json::parse(text, error, {}, options);
}

// Boost.JSON holds to Unicode where RFC 8259 leaves it open: it refuses a lone surrogate wherever it stands.
bool names_a_surrogate(const std::string& text) {
  for (const char* half : {"\\ud", "\\uD"})
    if (text.find(half) != std::string::npos) return true;
  return false;
}

bool agree(const Found& ours, const json::value& theirs) {
  if (theirs.is_object() || theirs.is_array()) return ours.kind == Found::Kind::container;
  if (ours.kind != Found::Kind::scalar) return false;
  if (theirs.is_null()) return std::holds_alternative<std::monostate>(ours.value);
  if (const auto* truth = theirs.if_bool()) return ours.value == Scalar{*truth};
  if (const auto* text = theirs.if_string()) return ours.value == Scalar{std::string{text->data(), text->size()}};
  if (const auto* integer = theirs.if_int64()) return ours.value == Scalar{*integer};
  // Boost.JSON 1.81 rounds numbers carelessly in the last digits, so these only have to be close.
  const auto* exact = std::get_if<std::int64_t>(&ours.value);
  const auto* text = std::get_if<NumberText>(&ours.value);
  if (!exact && !text) return false;
  const double number = exact ? static_cast<double>(*exact) : std::strtod(text->text.c_str(), nullptr);
  const double other = theirs.to_number<double>();
  return number == other || std::abs(number - other) <= std::max(std::abs(number) * 1e-12, 1e-300);  // the first: infinities
}

void compare(const std::string& text) {
  boost::system::error_code error;
  const json::value theirs = parsed(text, error);
  PointerSet pointers;
  const auto whole = pointers.add({});
  const auto member = pointers.add({"a"});
  const auto element = pointers.add({"a", "0"});
  const auto ours = read_json(text, pointers);
  if (names_a_surrogate(text)) return;
  if (error == json::error::exponent_overflow) return;  // we keep the text
  RC_ASSERT(ours.has_value() == !error.failed());
  if (!ours) return;
  RC_ASSERT(agree((*ours)[whole], theirs));
  if ((*ours)[member].kind == Found::Kind::doubled) return;  // they keep the last
  const json::object* object = theirs.if_object();
  const json::value* value = object ? object->if_contains("a") : nullptr;
  if (!value && theirs.is_array()) return;
  const bool same_member = value ? agree((*ours)[member], *value) : (*ours)[member].kind == Found::Kind::missing;
  RC_ASSERT(same_member);
  if (const json::array* array = value ? value->if_array() : nullptr; array && !array->empty())
    RC_ASSERT(agree((*ours)[element], array->front()));
}

rc::Gen<std::string> token() {
  return rc::gen::element<std::string>("{", "}", "[", "]", ",", ":", "\"a\"", "\"b\"", "\"\\u0061\"", "\"0\"", "1", "-0",
                                       "0.5", "1e2", "12345678901234567890", "-7", "true", "false", "null", " ", "\n",
                                       "\"\\n\\\"\"", "\"\xC3\xA9\"", "\"\x01\"", "\"\xC3\"", "01", "1.", "\"\\q\"", "\"",
                                       "\\", "\"\\u00e9\"", "e", "-", ".");
}

RC_GTEST_PROP(JsonDifferential, OnTokens, ()) {
  std::string text;
  for (const auto& each : *rc::gen::container<std::vector<std::string>>(token())) text += each;
  compare(text);
}

// A sound text of the given depth, so that most runs get past the grammar.
std::string sound(int depth) {
  const int kind = *rc::gen::inRange(0, depth > 0 ? 7 : 5);
  const auto space = [] { return *rc::gen::element<std::string>("", "", "", " ", "\n\t"); };
  switch (kind) {
    case 0:
      return std::to_string(*rc::gen::arbitrary<std::int64_t>());
    case 1:
      return json::serialize(
          json::value(std::string(*rc::gen::inRange<std::size_t>(0, 20), *rc::gen::inRange<char>(1, 127))));
    case 2:
      return *rc::gen::element<std::string>("true", "false", "null");
    case 3:
      return *rc::gen::element<std::string>("1.5", "-2.25e3", "12.0", "1e2", "0", "9007199254740993", "9223372036854775808");
    case 4:
      return *rc::gen::element<std::string>("\"\"", "\"\\u00e9\"", "\"\xE2\x82\xAC\"", "\"\\\\\\/\"", "\"\\u0000\"");
    case 5: {
      std::string text = "[" + space();
      const int count = *rc::gen::inRange(0, 4);
      for (int i = 0; i < count; ++i) text += (i > 0 ? "," : "") + space() + sound(depth - 1) + space();
      return text + "]";
    }
    default: {
      std::string text = "{" + space();
      const int count = *rc::gen::inRange(0, 4);
      for (int i = 0; i < count; ++i)
        text += (i > 0 ? "," : "") + space() + *rc::gen::element<std::string>("\"a\"", "\"b\"", "\"\\u0061\"", "\"\"") +
                space() + ":" + sound(depth - 1) + space();
      return text + "}";
    }
  }
}

RC_GTEST_PROP(JsonDifferential, OnSoundTexts, ()) { compare(sound(4)); }

RC_GTEST_PROP(JsonDifferential, OnSoundTextsWithOneByteChanged, ()) {
  std::string text = sound(4);
  text[*rc::gen::inRange<std::size_t>(0, text.size())] = *rc::gen::arbitrary<char>();
  compare(text);
}

TEST(JsonDifferential, OnTheDepthLimit) {
  for (const std::size_t depth : {63U, 64U, 65U, 66U}) {
    const std::string text = std::string(depth, '[') + std::string(depth, ']');
    boost::system::error_code error;
    parsed(text, error);
    EXPECT_EQ(read_json(text, PointerSet{}).has_value(), !error.failed()) << depth;
  }
}

}  // namespace
}  // namespace senja::contract
