#include "senja/contract/place.h"

#include <gtest/gtest.h>

namespace senja::contract {
namespace {

using Kind = Place::Kind;
using Tokens = std::vector<std::string>;

TEST(Place, Pointers) {
  EXPECT_EQ(parse_place("/a/b")->tokens, (Tokens{"a", "b"}));
  EXPECT_EQ(parse_place("json:/a/b")->tokens, (Tokens{"a", "b"}));
  EXPECT_EQ(parse_place("/")->tokens, Tokens{""});
  EXPECT_EQ(parse_place("/a~1b/m~0n/~01")->tokens, (Tokens{"a/b", "m~n", "~1"}));
  EXPECT_EQ(parse_place("/data/0/caf\xC3\xA9")->tokens, (Tokens{"data", "0", "caf\xC3\xA9"}));
  EXPECT_EQ(parse_place("/header:x")->kind, Kind::json);
}

TEST(Place, NamedPlaces) {
  const auto header = parse_place("header:webhook-id");
  ASSERT_TRUE(header);
  EXPECT_EQ(header->kind, Kind::header);
  EXPECT_EQ(header->name, "webhook-id");
  EXPECT_EQ(header->text, "header:webhook-id");
  EXPECT_EQ(parse_place("query:user id")->kind, Kind::query);
  EXPECT_EQ(parse_place("form:a:b")->name, "a:b");
}

TEST(Place, RefusesAllElseAndSaysWhy) {
  for (const std::string_view text :
       {"", "a", "a/b", "json:", "json:a", "/a~", "/a~2", "header:", "header", "header:a b", "header:a:b",
        "header:caf\xC3\xA9", "query:", "form:", "cookie:x", "Header:x", "/\xFF"}) {
    const auto place = parse_place(text);
    ASSERT_FALSE(place) << text;
    EXPECT_FALSE(place.error().empty());
  }
  EXPECT_EQ(parse_place("/a~2").error(), "\"/a~2\" has a \"~\" that is neither \"~0\" nor \"~1\"");
}

TEST(Place, APointerIsNoLongerThanJsonMayNest) {
  std::string text;
  for (int i = 0; i < 64; ++i) text += "/a";
  EXPECT_TRUE(parse_place(text));
  EXPECT_FALSE(parse_place(text + "/a"));
}

}  // namespace
}  // namespace senja::contract
