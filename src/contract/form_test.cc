#include "senja/contract/form.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace senja::contract {
namespace {

using Kind = Found::Kind;

TEST(Form, FindsAndDecodesFields) {
  const std::string_view body = "id=42&note=two+words%21&empty=&bare&user%5Fid=%C3%A9&x=a=b";
  EXPECT_EQ(find_form_field(body, "id").value, Scalar{"42"});
  EXPECT_EQ(find_form_field(body, "note").value, Scalar{"two words!"});
  EXPECT_EQ(find_form_field(body, "note").raw, "two+words%21");
  EXPECT_EQ(find_form_field(body, "empty").value, Scalar{""});
  EXPECT_EQ(find_form_field(body, "bare").value, Scalar{""});
  EXPECT_EQ(find_form_field(body, "user_id").value, Scalar{"\xC3\xA9"});
  EXPECT_EQ(find_form_field(body, "x").value, Scalar{"a=b"});
  EXPECT_EQ(find_form_field(body, "ID").kind, Kind::missing);
  EXPECT_EQ(find_form_field("", "id").kind, Kind::missing);
  EXPECT_EQ(find_form_field("&&=&id=1&", "id").value, Scalar{"1"});
}

TEST(Form, PAR01_AFieldSentTwice) {
  EXPECT_EQ(find_form_field("a=1&b=2&a=1", "a").kind, Kind::doubled);
  EXPECT_EQ(find_form_field("a=1&%61=2", "a").kind, Kind::doubled);
  EXPECT_EQ(find_form_field("a=1&b=2&a=1", "b").value, Scalar{"2"});
}

TEST(Form, BrokenEncodingIsBadTextOnlyWhereRead) {
  for (const std::string_view value : {"%", "%4", "%4G", "%G4", "%+4", "% 4", "%FF", "%C3", "%ED%A0%80", "\xFF"}) {
    const std::string body = "a=" + std::string{value} + "&b=1";
    EXPECT_EQ(find_form_field(body, "a").kind, Kind::bad_text) << value;
    EXPECT_EQ(find_form_field(body, "b").value, Scalar{"1"}) << value;
  }
  EXPECT_EQ(find_form_field("%zz=1&b=1", "b").value, Scalar{"1"});
}

RC_GTEST_PROP(Form, DecodesWhatASenderEncodes, (const std::string& text)) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string body = "other=1&a=";
  for (const char c : text) {
    const auto byte = static_cast<std::uint8_t>(static_cast<std::uint8_t>(c) & 0x7F);
    body += '%';
    body += digits[byte >> 4];
    body += digits[byte & 15];
  }
  std::string ascii = text;
  for (char& c : ascii) c = static_cast<char>(c & 0x7F);
  RC_ASSERT(find_form_field(body, "a").value == Scalar{ascii});
}

}  // namespace
}  // namespace senja::contract
