#include "net/response_text.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

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

TEST(ResponseText, SomeStatusesHaveNoContent) {
  for (const auto& [status, reason] : {std::pair{100, "Other"}, {204, "No Content"}, {304, "Not Modified"}})
    EXPECT_EQ(
        text_of({.status = status, .headers = {{"Content-Type", "text/html"}, {"etag", "a"}}, .body = "{}"}, {.date = date}),
        "HTTP/1.1 " + std::to_string(status) + " " + reason + "\r\ndate: " + std::string{date} + "\r\netag: a\r\n\r\n");
}

TEST(ResponseText, AContentTypeAmongTheHeadersReplacesTheDefault) {
  const std::string text = text_of({.headers = {{"Content-Type", "text/html"}}, .body = "a"}, {.date = date});
  EXPECT_NE(text.find("\r\nContent-Type: text/html\r\n"), std::string::npos);
  EXPECT_EQ(text.find("application/json"), std::string::npos);
  EXPECT_NE(text.find("\r\ncontent-length: 1\r\n"), std::string::npos);
}

TEST(ResponseText, StatusesHaveTheirReasons) {
  const std::vector<std::pair<int, std::string>> reasons{{421, "Misdirected Request"}, {425, "Too Early"},
                                                         {429, "Too Many Requests"},   {502, "Bad Gateway"},
                                                         {504, "Gateway Timeout"},     {507, "Insufficient Storage"}};
  for (const auto& [status, reason] : reasons)
    EXPECT_TRUE(text_of({.status = status}, {.date = date})
                    .starts_with("HTTP/1.1 " + std::to_string(status) + " " + reason + "\r\n"));
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
