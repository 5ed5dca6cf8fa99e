#include "api/bodies.h"

#include <gtest/gtest.h>

namespace senja::api {
namespace {

constexpr WallTime at{std::chrono::seconds{1'700'000'000}};

TEST(Bodies, AResource) {
  const auto put = read_put_resource(R"({"state":"PENDING","version":0,"expires_at":1700000000})");
  ASSERT_TRUE(put) << put.error();
  EXPECT_EQ(put->state, State{"PENDING"});
  EXPECT_EQ(put->version, 0);
  EXPECT_EQ(put->expires_at, at);
  EXPECT_EQ(read_put_resource(R"({"state":"A","expires_at":"2023-11-14T22:13:20Z"})")->expires_at, at);
  EXPECT_EQ(read_put_resource(R"({"state":"A","expires_at":null})")->expires_at, std::nullopt);
}

TEST(Bodies, ARefusalNamesTheMember) {
  const auto names = [](std::string_view body, std::string_view member) {
    const auto put = read_put_resource(body);
    ASSERT_FALSE(put) << body;
    EXPECT_NE(put.error().find(member), std::string::npos) << put.error();
  };
  names(R"({"state":"A"})", "expires_at");
  names(R"({"state":"A","expires_at":"soon"})", "expires_at");
  names(R"({"state":"A","expires_at":1.5})", "expires_at");
  names(R"({"state":"A","expires_at":1700000000000})", "expires_at");
  names(R"({"expires_at":null})", "state");
  names(R"({"state":"","expires_at":null})", "state");
  names(R"({"state":"\u0000","expires_at":null})", "state");
  names(R"({"state":")" + std::string(65, 'x') + R"(","expires_at":null})", "state");
  names(R"({"state":"A","expires_at":null,"version":-1})", "version");
  names(R"({"state":"A","expires_at":null,"version":"1"})", "version");
  names(R"({"state":"A","expires_at":null,"version":9223372036854775807})", "version");
  names(R"({"state":"A","expires_at":null,"versoin":1})", "versoin");
  names("[]", "object");
  names("{", "JSON");
}

TEST(Bodies, AReplaySaysWhy) {
  EXPECT_EQ(read_replay(R"({"reason":"ticket 7"})")->reason, "ticket 7");
  EXPECT_FALSE(read_replay("{}"));
  EXPECT_FALSE(read_replay(R"({"reason":""})"));
}

TEST(Bodies, AReplayHasANewExpiryOrNone) {
  EXPECT_EQ(read_replay(R"({"reason":"r","new_expiry":1700000000})")->new_expiry, at);
  EXPECT_TRUE(read_replay(R"({"reason":"r","ignore_expiry":true,"may_have_applied":true})")->may_have_applied);
  EXPECT_FALSE(read_replay(R"({"reason":"r","ignore_expiry":true,"new_expiry":1700000000})"));
  EXPECT_FALSE(read_replay(R"({"reason":"r","ignore_expiry":"yes"})"));
}

TEST(Bodies, ARevisionIsBareOrQuoted) {
  EXPECT_EQ(read_revision("3"), 3);
  EXPECT_EQ(read_revision("\"3\""), 3);
  for (const char* text : {"", "\"\"", "\"", "*", "-1", "W/\"3\"", "3, 4", "x"})
    EXPECT_EQ(read_revision(text), std::nullopt) << text;
}

}  // namespace
}  // namespace senja::api
