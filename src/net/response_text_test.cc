#include "net/response_text.h"

#include <gtest/gtest.h>

namespace senja::net {
namespace {

constexpr std::string_view date = "Mon, 30 Nov 2026 14:05:00 GMT";

std::string text_of(const Response& response, const ResponseFrame& frame) {
  std::string out;
  append_response(out, response, frame);
  return out;
}

TEST(ResponseText, HeadAndBodyInOnePiece) {
  EXPECT_EQ(text_of({.status = 200, .headers = {{"senja-replay", "true"}}, .body = "{}"}, {.date = date}),
            "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n"
            "date: Mon, 30 Nov 2026 14:05:00 GMT\r\nsenja-replay: true\r\n\r\n{}");
}

TEST(ResponseText, SaysThatTheConnectionEnds) {
  EXPECT_NE(text_of({}, {.keep_alive = false, .date = date}).find("\r\nconnection: close\r\n"), std::string::npos);
}

TEST(ResponseText, TellsOldClientsThatItStays) {
  EXPECT_NE(text_of({}, {.version_1_0 = true, .date = date}).find("\r\nconnection: keep-alive\r\n"), std::string::npos);
  EXPECT_EQ(text_of({}, {.date = date}).find("connection:"), std::string::npos);
}

TEST(ResponseText, HeadersOnlyForHead) {
  const std::string text = text_of({.body = "{\"a\":1}"}, {.without_body = true, .date = date});
  EXPECT_NE(text.find("content-length: 7\r\n"), std::string::npos);
  EXPECT_TRUE(text.ends_with("\r\n\r\n"));
}

TEST(ResponseText, AValueCannotBeginAHeaderOfItsOwn) {
  const std::string text = text_of({.headers = {{"allow", "POST\r\nset-cookie: a=b"}}}, {.date = date});
  EXPECT_EQ(text.find("\r\nset-cookie"), std::string::npos);
}

TEST(ResponseText, DatesAreHttpDates) {
  DateText text;
  EXPECT_EQ(text.at(WallTime{std::chrono::seconds{1'796'047'500}}), date);
  EXPECT_EQ(text.at(WallTime{std::chrono::microseconds{1'796'047'500'999'999}}), date);
  EXPECT_EQ(text.at(WallTime{std::chrono::seconds{951'782'400}}), "Tue, 29 Feb 2000 00:00:00 GMT");
}

}  // namespace
}  // namespace senja::net
