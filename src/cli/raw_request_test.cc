#include "cli/raw_request.h"

#include <gtest/gtest.h>

namespace senja::cli {
namespace {

TEST(RawRequest, LinesEndInLfOrCrlf) {
  for (const char* text : {"POST /in/x?a=1 HTTP/1.1\nHost: h\nX-Empty:\nX-Two:  b \n\n{}\r\n",
                           "POST /in/x?a=1 HTTP/1.1\r\nHost: h\r\nX-Empty:\r\nX-Two:  b \r\n\r\n{}\r\n"}) {
    const auto request = parse_raw_request(text);
    ASSERT_TRUE(request) << request.error();
    EXPECT_EQ(request->method, "POST");
    EXPECT_EQ(request->target, "/in/x?a=1");
    EXPECT_EQ(request->headers.size(), 3u);
    EXPECT_EQ(request->headers.first("x-empty"), "");
    EXPECT_EQ(request->headers.first("x-two"), "b");
    EXPECT_EQ(request->body, "{}\r\n");  // byte for byte
  }
}

TEST(RawRequest, ContentLengthCutsWhatEditorsAdd) {
  EXPECT_EQ(parse_raw_request("POST / HTTP/1.1\nContent-Length: 2\n\n{}\n").value().body, "{}");
  EXPECT_EQ(parse_raw_request("POST / HTTP/1.1\n\n{}\n").value().body, "{}\n");
  EXPECT_EQ(parse_raw_request("GET / HTTP/1.1").value().body, "");
}

TEST(RawRequest, AFullUrlStandsForItsPath) {
  EXPECT_EQ(parse_raw_request("POST https://h/a?b HTTP/1.1\n\n").value().target, "/a?b");
  EXPECT_EQ(parse_raw_request("POST https://h HTTP/1.1\n\n").value().target, "/");
}

TEST(RawRequest, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(parse_raw_request("").error(), "line 1: expected \"POST /path HTTP/1.1\"");
  EXPECT_EQ(parse_raw_request("POST /\n\n").error(), "line 1: expected \"POST /path HTTP/1.1\"");
  EXPECT_EQ(parse_raw_request("POST x HTTP/1.1\n\n").error(), "line 1: the target must begin with '/'");
  EXPECT_EQ(parse_raw_request("POST / HTTP/1.1\nHost: h\nno colon\n\n").error(), "line 3: expected \"Name: value\"");
  EXPECT_EQ(parse_raw_request("POST / HTTP/1.1\nHost : h\n\n").error(), "line 2: expected \"Name: value\"");
  EXPECT_EQ(parse_raw_request("POST / HTTP/1.1\nContent-Length: 3\n\n{}").error(),
            "Content-Length is 3, but the body has only 2 bytes");
  EXPECT_EQ(parse_raw_request("POST / HTTP/1.1\nContent-Length: x\n\n{}").error(), "Content-Length is not one number");
  EXPECT_FALSE(parse_raw_request("POST / HTTP/1.1\nTransfer-Encoding: chunked\n\n0\n\n"));
}

}  // namespace
}  // namespace senja::cli
