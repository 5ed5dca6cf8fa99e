#include "senja/model/request.h"

#include <gtest/gtest.h>

namespace senja {
namespace {

TEST(Headers, KeepOrderSpellingAndRepeats) {
  Headers headers;
  headers.add("X-One", " a ");
  headers.add("x-two", "");
  headers.add("x-ONE", "b");
  ASSERT_EQ(headers.size(), 3U);
  EXPECT_EQ(headers[0].name, "X-One");
  EXPECT_EQ(headers[0].value, " a ");
  EXPECT_EQ(headers[1].value, "");
  EXPECT_EQ(headers[2].name, "x-ONE");
  EXPECT_EQ(headers.count("X-ONE"), 2U);
  EXPECT_EQ(headers.first("x-one"), " a ");
  EXPECT_EQ(headers.first("x-three"), std::nullopt);
  EXPECT_EQ(headers.count("x-three"), 0U);
}

TEST(Headers, NamesFoldAsciiOnly) {
  EXPECT_TRUE(same_name("Webhook-ID", "webhook-id"));
  EXPECT_FALSE(same_name("webhook-id", "webhook-i"));
  EXPECT_FALSE(same_name("[", "{"));                // 0x20 apart, but no letters
  EXPECT_FALSE(same_name("\xC3\x84", "\xC3\xA4"));  // Ä, ä
}

TEST(RawRequest, SplitsTheTargetAtTheFirstQuestionMark) {
  RawRequest request;
  request.target = "/in/a?x=1?y";
  EXPECT_EQ(request.path(), "/in/a");
  EXPECT_EQ(request.query(), "x=1?y");
  request.target = "/in/a";
  EXPECT_EQ(request.path(), "/in/a");
  EXPECT_EQ(request.query(), "");
}

}  // namespace
}  // namespace senja
