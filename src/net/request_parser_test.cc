#include "net/request_parser.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>

namespace senja::net {
namespace {

using State = RequestParser::State;

constexpr std::size_t body_max = 1000;

// Feeds as a session does: what was not used comes again, with more behind it. Returns what was left over.
struct Feeder {
  explicit Feeder(Bounds bounds = {}) : parser(bounds) {}

  void bytes(std::string_view more) {
    rest += more;
    for (;;) {
      const std::size_t used = parser.feed(rest);
      rest.erase(0, used);
      if (parser.state() == State::head_done) {
        parser.expect_body(body_max);
      } else if (used == 0 || parser.state() == State::complete || parser.state() == State::faulty) {
        return;
      }
    }
  }
  RequestParser parser;
  std::string rest;
};

int status_of(std::string_view text, Bounds bounds = {}) {
  Feeder feeder{bounds};
  feeder.bytes(text);
  return feeder.parser.state() == State::faulty ? feeder.parser.fault().status : 200;
}

const std::string host = "Host: a\r\n";
std::string post(std::string_view headers, std::string_view body = {}) {
  return "POST /in/a HTTP/1.1\r\n" + host + std::string{headers} + "\r\n" + std::string{body};
}

TEST(RequestParser, CollectsTheRequestAsItCame) {
  Feeder feeder;
  feeder.bytes("POST /in/a?x=1&y HTTP/1.1\r\nHost: a\r\nX-Sig:  abc \t\r\nx-sig: B\r\nContent-Length: 5\r\n\r\nhel");
  EXPECT_EQ(feeder.parser.state(), State::body);
  feeder.bytes("lo");
  ASSERT_EQ(feeder.parser.state(), State::complete);
  EXPECT_TRUE(feeder.parser.keep_alive());
  const RawRequest request = feeder.parser.take();
  EXPECT_EQ(request.method, "POST");
  EXPECT_EQ(request.target, "/in/a?x=1&y");
  ASSERT_EQ(request.headers.size(), 4u);
  EXPECT_EQ(request.headers[1].name, "X-Sig");
  EXPECT_EQ(request.headers[1].value, "abc");
  EXPECT_EQ(request.headers.count("X-SIG"), 2u);
  EXPECT_EQ(request.body, "hello");
}

TEST(RequestParser, LeavesTheNextRequestAlone) {
  Feeder feeder;
  feeder.bytes(post("Content-Length: 2\r\n", "{}") + "GET / HT");
  ASSERT_EQ(feeder.parser.state(), State::complete);
  EXPECT_EQ(feeder.rest, "GET / HT");
  feeder.parser.take();
  feeder.bytes("TP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_EQ(feeder.parser.state(), State::complete);
  EXPECT_EQ(feeder.parser.take().method, "GET");
}

RC_GTEST_PROP(RequestParser, SIG15_AnyCutOfTheBytesGivesTheSameRequest, ()) {
  const std::string text =
      post("X-A: 1\r\nTransfer-Encoding: chunked\r\n", "4\r\nWiki\r\n6;a=b\r\npedia \r\n1\r\nx\r\n0\r\nTrailer: t\r\n\r\n");
  Feeder feeder;
  for (std::size_t at = 0; at < text.size();) {
    const auto step = *rc::gen::inRange<std::size_t>(1, 20);
    feeder.bytes(std::string_view{text}.substr(at, step));
    at += step;
  }
  RC_ASSERT(feeder.parser.state() == State::complete);
  const RawRequest request = feeder.parser.take();
  RC_ASSERT(request.body == "Wikipedia x");
  RC_ASSERT(request.headers.size() == 3u);
}

TEST(RequestParser, SIG15_OneByteAtATime) {
  Feeder feeder;
  for (const char c : post("Content-Length: 5\r\n", "hello")) feeder.bytes({&c, 1});
  ASSERT_EQ(feeder.parser.state(), State::complete);
  EXPECT_EQ(feeder.parser.take().body, "hello");
  for (const char c : post("Transfer-Encoding: chunked\r\n", "0\r\n\r\n")) feeder.bytes({&c, 1});
  ASSERT_EQ(feeder.parser.state(), State::complete) << "Beast alone asserts on the fourth byte of this body";
  EXPECT_EQ(feeder.parser.take().body, "");
}

TEST(RequestParser, PAR06_MalformedChunks) {
  for (const char* size : {"-2", "+5", "0x5", "", " 5", "5 ", "g", "00000000000000005", "fffffffffffffffff", "5;", "5;="})
    EXPECT_EQ(status_of(post("Transfer-Encoding: chunked\r\n", std::string{size} + "\r\nhello\r\n0\r\n\r\n")), 400) << size;
  const std::string extension(1024 * 1024, 'x');
  EXPECT_EQ(status_of(post("Transfer-Encoding: chunked\r\n", "5;" + extension + "\r\nhello\r\n0\r\n\r\n")), 400);
  EXPECT_EQ(status_of(post("Transfer-Encoding: chunked\r\n", "0\r\nx: " + extension)), 400) << "an endless trailer";
}

TEST(RequestParser, PAR06_NothingButDataIsKept) {
  Feeder feeder;
  feeder.bytes(post("Transfer-Encoding: chunked\r\n"));
  std::size_t waiting_max = 0;
  const std::string chunk = "1;" + std::string(4000, 'x') + "\r\nx\r\n";
  for (std::size_t i = 0; i < body_max; ++i) {
    feeder.bytes(chunk);
    waiting_max = std::max(waiting_max, feeder.rest.size());
  }
  EXPECT_EQ(feeder.parser.state(), State::body);
  EXPECT_LE(waiting_max, 2u) << "the line end behind the data";
  feeder.bytes(chunk);
  EXPECT_EQ(feeder.parser.fault().status, 413);
}

TEST(RequestParser, PAR07_MalformedContentLengths) {
  for (const char* length : {"-1", "+1", "1,1", "1, 1", "1 2", "99999999999999999999", "0x1", "1.0", "\"1\""})
    EXPECT_EQ(status_of(post("Content-Length: " + std::string{length} + "\r\n", "x")), 400) << length;
  EXPECT_EQ(status_of(post("Content-Length: \r\n")), 400);
}

TEST(RequestParser, PAR08_TheBodyLimitIsExact) {
  const auto by_length = [](std::size_t n) {
    return status_of(post("Content-Length: " + std::to_string(n) + "\r\n", std::string(n, 'x')));
  };
  EXPECT_EQ(by_length(body_max), 200);
  EXPECT_EQ(by_length(body_max + 1), 413);
  const auto by_chunks = [](std::size_t n) {
    std::string body;
    for (std::size_t i = 0; i < n; ++i) body += "1\r\nx\r\n";
    return status_of(post("Transfer-Encoding: chunked\r\n", body + "0\r\n\r\n"));
  };
  EXPECT_EQ(by_chunks(body_max), 200);
  EXPECT_EQ(by_chunks(body_max + 1), 413);
}

TEST(RequestParser, PAR10_WhatTwoParsersCouldReadInTwoWays) {
  const std::string chunks = "0\r\n\r\n";
  for (const char* headers : {
           "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
           "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n",
           "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
           "Transfer-Encoding: gzip, chunked\r\n",
           "Transfer-Encoding: chunked, chunked\r\n",
           "Transfer-Encoding: identity\r\n",
           "Transfer-Encoding: xchunked\r\n",
           "Transfer-Encoding: \"chunked\"\r\n",
           "Transfer-Encoding : chunked\r\n",
           "Content-Length : 5\r\n",
           "X: a\r\n b\r\n",
           "X:\r\n b\r\n",
           "X: a\r\n \r\n",
           "X:\r\n \r\n",
           "X: \r\n\t\r\n",
           " X: a\r\n",
           "X\r\n",
           ": a\r\n",
           "X: a\nY: b\r\n",
           "X: a\rY: b\r\n",
           "X: a\x01\r\n",
           "Host: b\r\n",
       })
    EXPECT_EQ(status_of(post(headers, chunks)), 400) << headers;
  EXPECT_EQ(status_of("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks), 400);
  EXPECT_EQ(status_of("POST / HTTP/1.1\r\n\r\n"), 400) << "no Host";
  EXPECT_EQ(status_of("POST / HTTP/1.1\nHost: a\n\n"), 400) << "bare line feeds";
  EXPECT_EQ(status_of("POST  / HTTP/1.1\r\nHost: a\r\n\r\n"), 400);
  EXPECT_EQ(status_of("POST / HTTP/2.0\r\nHost: a\r\n\r\n"), 400);
  EXPECT_EQ(status_of("POST /\r\nHost: a\r\n\r\n"), 400);
}

TEST(RequestParser, AnEmptyValueIsAValue) { EXPECT_EQ(status_of(post("X:\r\nY: \r\nZ: \t \r\n")), 200); }

TEST(RequestParser, TrailersAreNotHeaders) {
  Feeder feeder;
  feeder.bytes(post("Transfer-Encoding: chunked\r\n", "1\r\nx\r\n0\r\nX-Sig: forged\r\n\r\n"));
  ASSERT_EQ(feeder.parser.state(), State::complete);
  EXPECT_EQ(feeder.parser.take().headers.count("x-sig"), 0u);
  EXPECT_EQ(status_of(post("Transfer-Encoding: chunked\r\n", "0\r\nContent-Length: 5\r\n\r\n")), 400);
}

TEST(RequestParser, PAR11_TooManyOrTooLargeHeaders) {
  const Bounds bounds{.head_bytes_max = 1000, .header_fields_max = 10};
  std::string fields;
  for (int i = 0; i < 9; ++i) fields += "a: b\r\n";
  EXPECT_EQ(status_of(post(fields), bounds), 200) << "nine and Host";
  EXPECT_EQ(status_of(post(fields + "a: b\r\n"), bounds), 431);

  const auto of_size = [&bounds](std::size_t bytes) {
    const std::size_t without = post("x: \r\n").size();
    return status_of(post("x: " + std::string(bytes - without, 'y') + "\r\n"), bounds);
  };
  EXPECT_EQ(of_size(1000), 200);
  EXPECT_EQ(of_size(1001), 431);
  EXPECT_EQ(of_size(5000), 431);
  EXPECT_EQ(status_of("GET /" + std::string(5000, 'x'), bounds), 431) << "an endless target";
  EXPECT_EQ(status_of(post("x: " + std::string(5000, 'y')), bounds), 431) << "an endless value";
}

TEST(RequestParser, PAR15_TwoContentLengths) {
  EXPECT_EQ(status_of(post("Content-Length: 1\r\nContent-Length: 2\r\n", "xx")), 400);
  EXPECT_EQ(status_of(post("Content-Length: 1\r\nContent-Length: x\r\n", "xx")), 400);
  EXPECT_EQ(status_of(post("Content-Length: 1\r\nContent-Length: 1\r\n", "x")), 400);
}

TEST(RequestParser, KeepsAliveAsTheVersionSays) {
  const auto keeps = [](std::string_view text) {
    Feeder feeder;
    feeder.bytes(text);
    EXPECT_EQ(feeder.parser.state(), State::complete) << text;
    return feeder.parser.keep_alive();
  };
  EXPECT_TRUE(keeps("GET / HTTP/1.1\r\nHost: a\r\n\r\n"));
  EXPECT_FALSE(keeps("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"));
  EXPECT_FALSE(keeps("GET / HTTP/1.0\r\n\r\n"));
  EXPECT_TRUE(keeps("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"));
}

RC_GTEST_PROP(RequestParser, AnyBytesEndSomewhere, (const std::string& bytes)) {
  Feeder feeder;
  feeder.bytes("POST / HTTP/1.1\r\nHost: a\r\n" + bytes + "\r\n\r\n");
  RC_ASSERT(feeder.rest.size() <= bytes.size() + 33);
}

}  // namespace
}  // namespace senja::net
