#include "net/head_guard.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "net/request_parser.h"

namespace senja::net {
namespace {

using State = HeadGuard::State;
using Fields = std::vector<std::pair<std::string, std::string>>;

struct Judged {
  State state = State::more;
  int status = 0;
  std::string detail{};
  std::size_t begin = 0, end = 0;
  bool operator==(const Judged&) const = default;
};

// The bytes come in steps of the given size.
Judged judged(std::string_view bytes, std::size_t step = SIZE_MAX, const Bounds& bounds = {}) {
  HeadGuard guard{bounds};
  for (std::size_t given = 0; given < bytes.size();) {
    given += std::min(step, bytes.size() - given);
    switch (guard.see(bytes.substr(0, given))) {
      case State::more:
        break;
      case State::whole:
        return {.state = State::whole, .begin = guard.begin(), .end = guard.end()};
      case State::faulty:
        return {.state = State::faulty, .status = guard.fault().status, .detail = std::string{guard.fault().detail}};
    }
  }
  return {};
}
std::string detail_of(std::string_view bytes) { return judged(bytes).detail; }

std::string head(std::string_view fields) { return "POST /in/a HTTP/1.1\r\nHost: a\r\n" + std::string{fields} + "\r\n"; }
std::string line(std::string_view request_line) { return std::string{request_line} + "\r\nHost: a\r\n\r\n"; }
std::string host(std::string_view value) { return "GET / HTTP/1.1\r\nHost: " + std::string{value} + "\r\n\r\n"; }

Framing framing(const std::string& bytes) {
  HeadGuard guard{Bounds{}};
  EXPECT_EQ(guard.see(bytes), State::whole) << bytes << guard.fault().detail;
  return guard.framing();
}

TEST(HeadGuard, SaysWhereTheHeadStands) {
  const std::string text = head("X: 1\r\n");
  EXPECT_EQ(judged(text + "body\n"), (Judged{.state = State::whole, .begin = 0, .end = text.size()}));
  EXPECT_EQ(judged("\r\n" + text), (Judged{.state = State::whole, .begin = 2, .end = text.size() + 2}));
  EXPECT_EQ(judged(text.substr(0, text.size() - 1)).state, State::more);
}

TEST(HeadGuard, TheFormOfARequestLine) {
  const std::string form = "the request line is not: method, space, target, space, HTTP/1.1";
  const std::string version = "only HTTP/1.0 and HTTP/1.1 are spoken here";
  const std::string method = "the request's method is not a token";
  const std::string bytes = "the request's target holds a byte that it may hold only percent-encoded";
  const std::string slash = "the target must begin with a slash; the absolute and authority forms are not taken here";
  const std::vector<std::pair<std::string, std::string>> cases{
      {"GET /", form},
      {"GET", form},
      {"GET  / HTTP/1.1", form},
      {"GET / HTTP/1.1 ", form},
      {" GET / HTTP/1.1", form},
      {"GET /a b HTTP/1.1", form},
      {"GET / http/1.1", form},
      {"GET / XTTP/1.1", form},
      {"GET\t/\tHTTP/1.1", form},
      {"GET / HTTP/2.0", version},
      {"GET / HTTP/1.2", version},
      {"GET / HTTP/0.9", version},
      {"GET / HTTP/1.10", version},
      {"GET / HTTP/01.1", version},
      {"PRI * HTTP/2.0", version},
      {"G(T / HTTP/1.1", method},
      {" / HTTP/1.1", method},
      {"G\xc3\x89T / HTTP/1.1", method},
      {"GET  HTTP/1.1", "the request's target is empty"},
      {"GET /\xc3\xa9 HTTP/1.1", bytes},
      {"GET /\t HTTP/1.1", bytes},
      {"GET http://a/ HTTP/1.1", slash},
      {"CONNECT a:443 HTTP/1.1", slash},
      {"GET * HTTP/1.1", slash},
      {"GET ?a HTTP/1.1", slash},
      {std::string{"GET /\0 HTTP/1.1", 15}, "a control byte stands in the request line"},
      {"GET /\x7f HTTP/1.1", "a control byte stands in the request line"},
  };
  for (const auto& [text, detail] : cases) EXPECT_EQ(detail_of(line(text)), detail) << text;
  for (const char* sound : {"GET / HTTP/1.1", "OPTIONS * HTTP/1.1", "M-SEARCH /%20?a=\"b\"|c HTTP/1.0", "GET //a HTTP/1.1"})
    EXPECT_EQ(judged(line(sound)).state, State::whole) << sound;
}

TEST(HeadGuard, PAR10_BareLineEnds) {
  const std::string lf = "a line feed stands without its carriage return";
  const std::string cr = "a carriage return stands without its line feed";
  EXPECT_EQ(detail_of("GET / HTTP/1.1\nHost: a\n\n"), lf);
  EXPECT_EQ(detail_of("\nGET / HTTP/1.1\r\n"), lf);
  EXPECT_EQ(detail_of(head("X: a\nY: b\r\n")), lf);
  EXPECT_EQ(detail_of("GET / HTTP/1.1\r\nHost: a\r\n\n"), lf);
  EXPECT_EQ(detail_of(head("X: a\rY: b\r\n")), cr);
  EXPECT_EQ(detail_of(head("X: a\r\r\n")), cr);
  EXPECT_EQ(detail_of("GET / HTTP/1.1\r\nHost: a\r\n\rx"), cr);
  EXPECT_EQ(detail_of("GET / HTTP/1.1\rHost: a\r\r"), cr);
}

TEST(HeadGuard, PAR10_FoldedLines) {
  for (const char* fields : {"X: a\r\n b\r\n", "X:\r\n\tb\r\n", "X: a\r\n \r\n", " X: a\r\n"})
    EXPECT_EQ(detail_of(head(fields)), "a header line is folded, or begins with a blank") << fields;
  EXPECT_EQ(detail_of("GET / HTTP/1.1\r\n Host: a\r\n\r\n"), "a header line is folded, or begins with a blank");
}

TEST(HeadGuard, PAR10_NamesAndValues) {
  const std::string space = "a blank stands before the colon of a header field";
  EXPECT_EQ(detail_of(head("Transfer-Encoding : chunked\r\n")), space);
  EXPECT_EQ(detail_of(head("X\t: a\r\n")), space);
  EXPECT_EQ(detail_of(head(": a\r\n")), "a header field has no name");
  EXPECT_EQ(detail_of(head("X\r\n")), "a header line has no colon");
  EXPECT_EQ(detail_of(head("X Y: a\r\n")), "the name of a header field is not a token");
  EXPECT_EQ(detail_of(head("X\xc3\xa9: a\r\n")), "the name of a header field is not a token");
  EXPECT_EQ(detail_of(head("X\x01: a\r\n")), "a control byte stands in the name of a header field");
  for (const char c : {'\0', '\x01', '\x0b', '\x0c', '\x1f', '\x7f'})
    EXPECT_EQ(detail_of(head("X: a" + std::string(1, c) + "\r\n")), "a control byte stands in the value of a header field");
  EXPECT_EQ(judged(head("X:\r\nY: \t \r\nZ: a\tb\xff\r\n")).state, State::whole);
}

TEST(HeadGuard, PAR11_TheBoundsAreExact) {
  const Bounds bounds{.head_bytes_max = 200, .header_fields_max = 3};
  const auto of_size = [&](std::size_t bytes) {
    return judged(head("X: " + std::string(bytes - head("X: \r\n").size(), 'y') + "\r\n"), SIZE_MAX, bounds);
  };
  EXPECT_EQ(of_size(200).state, State::whole);
  EXPECT_EQ(of_size(201).status, 431);
  EXPECT_EQ(of_size(201).detail, "the request's head is larger than is taken");
  EXPECT_EQ(judged(head("a: b\r\na: b\r\n"), SIZE_MAX, bounds).state, State::whole) << "two and Host";
  EXPECT_EQ(judged(head("a: b\r\na: b\r\na: b\r\n"), SIZE_MAX, bounds).status, 431);
  EXPECT_EQ(judged(head("a: b\r\na: b\r\na: b\r\n"), SIZE_MAX, bounds).detail,
            "the request has more header fields than are taken");
  for (const char* endless : {"GET /", "GET / HTTP/1.1\r\nX", "GET / HTTP/1.1\r\nX: ", "GET / HTTP/1.1\r\nHost: a\r\nX: "})
    EXPECT_EQ(judged(endless + std::string(500, 'x'), 1, bounds).status, 431) << endless;
}

TEST(HeadGuard, HostIsThereOnceAndIsOne) {
  EXPECT_EQ(detail_of("GET / HTTP/1.1\r\n\r\n"), "the Host field is missing");
  EXPECT_EQ(judged("GET / HTTP/1.0\r\n\r\n").state, State::whole);
  EXPECT_EQ(detail_of(head("hOST: a\r\n")), "there is more than one Host field");
  EXPECT_EQ(detail_of("GET / HTTP/1.0\r\nHost: a\r\nHost: a\r\n\r\n"), "there is more than one Host field");
  for (const char* sound :
       {"", "a", "hooks.example.com:8443", "127.0.0.1", "[::1]", "[2001:db8::1]:443", "a:", "a%20b", "a_b~c"})
    EXPECT_EQ(judged(host(sound)).state, State::whole) << sound;
  for (const char* wrong :
       {"a b", "a,b",          "a/b",    "u@a", "a:b", "a:1:2", "a:65536", "a:123456", ":80",      "[::1",    "[::1]x",
        "[]",  "[::1%25eth0]", "[v1.x]", "::1", "a?b", "a#b",   "a%2",     "a%zz",     "http://a", "\xc3\xa9"})
    EXPECT_EQ(detail_of(host(wrong)), "the Host field is not a host with an optional port") << wrong;
}

TEST(HeadGuard, PAR07_ALengthIsOneNumber) {
  for (const char* length :
       {"", "-1", "+1", "1,1", "1, 1", "1 2", "99999999999999999999", "0x1", "1.0", "\"1\"", "1e2", "5;"})
    EXPECT_EQ(detail_of(head("Content-Length: " + std::string{length} + "\r\n")),
              "Content-Length is not one number of at most 18 digits")
        << length;
  EXPECT_EQ(framing(head("Content-Length: \t7 \r\n")).body.content_length, 7u);
  EXPECT_EQ(framing(head("content-length: 007\r\n")).body.content_length, 7u);
  EXPECT_EQ(framing(head("Content-Length: 999999999999999999\r\n")).body.content_length, 999'999'999'999'999'999u);
  EXPECT_EQ(framing(head("")).body.content_length, std::nullopt);
}

TEST(HeadGuard, PAR15_TwoLengths) {
  for (const char* second : {"5", "6", "x"})
    EXPECT_EQ(detail_of(head("Content-Length: 5\r\nContent-Length: " + std::string{second} + "\r\n")),
              "there is more than one Content-Length field");
}

TEST(HeadGuard, PAR10_AnEncodingIsChunkedOnce) {
  EXPECT_TRUE(framing(head("Transfer-Encoding: ChunkeD\r\n")).body.chunked);
  for (const char* value : {"", "gzip, chunked", "chunked, chunked", "identity", "chunked, identity", "xchunked",
                            "\"chunked\"", ",chunked", "chunked;q=1"})
    EXPECT_EQ(detail_of(head("Transfer-Encoding: " + std::string{value} + "\r\n")),
              "the only Transfer-Encoding taken is chunked")
        << value;
  EXPECT_EQ(detail_of(head("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n")),
            "there is more than one Transfer-Encoding field");
  EXPECT_EQ(detail_of("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n"), "HTTP/1.0 has no Transfer-Encoding");
  const std::string both = "Content-Length and Transfer-Encoding must not stand together";
  EXPECT_EQ(detail_of(head("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n")), both);
  EXPECT_EQ(detail_of(head("Transfer-Encoding: chunked\r\nContent-Length: 5\r\n")), both);
}

TEST(HeadGuard, WhetherTheConnectionStays) {
  const auto stays = [](std::string_view version, std::string_view fields) {
    return framing("GET / " + std::string{version} + "\r\nHost: a\r\n" + std::string{fields} + "\r\n").keep_alive;
  };
  EXPECT_TRUE(stays("HTTP/1.1", ""));
  EXPECT_FALSE(stays("HTTP/1.1", "Connection: Close\r\n"));
  EXPECT_FALSE(stays("HTTP/1.1", "Connection: upgrade\r\nConnection: , close\r\n"));
  EXPECT_FALSE(stays("HTTP/1.0", ""));
  EXPECT_TRUE(stays("HTTP/1.0", "Connection: Keep-Alive\r\n"));
  EXPECT_FALSE(stays("HTTP/1.0", "Connection: keep-alive, close\r\n")) << "close wins (RFC 9112 9.3)";
  EXPECT_FALSE(stays("HTTP/1.0", "Proxy-Connection: keep-alive\r\n"));
  EXPECT_TRUE(stays("HTTP/1.1", "Proxy-Connection: close\r\n"));
  for (const char* field : {"Connection", "Proxy-Connection"})
    EXPECT_EQ(detail_of(head(std::string{field} + ": a b\r\n")), "the Connection field is not a list of tokens");
}

TEST(HeadGuard, OneEmptyLineBeforeIsPassedOver) {
  HeadGuard guard{Bounds{}};
  EXPECT_EQ(guard.see("\r"), State::more);
  EXPECT_EQ(guard.see("\r\n"), State::more);
  EXPECT_FALSE(guard.begun());
  EXPECT_EQ(guard.see("\r\nG"), State::more);
  EXPECT_TRUE(guard.begun());
  EXPECT_EQ(detail_of("\r\n\r\nGET / HTTP/1.1\r\n"), "more than one empty line stands before the request line");
}

TEST(HeadGuard, OtherProtocolsAreNamed) {
  const std::string tls = "this looks like TLS; this listener speaks plain HTTP";
  const std::string proxy = "this looks like the PROXY protocol; this listener does not take it";
  EXPECT_EQ(detail_of("\x16\x03\x01\x02"), tls);
  EXPECT_EQ(detail_of("\x16\x02\r\n"), "a control byte stands in the request line");
  EXPECT_EQ(detail_of("PROXY TCP4 192.0.2.1 192.0.2.2 1 2\r\nGET / HTTP/1.1\r\n"), proxy);
  EXPECT_EQ(detail_of(std::string_view{"\r\n\r\n\0\r\nQUIT\n\x21\x11", 14}), proxy);
  EXPECT_EQ(detail_of(std::string_view{"\r\n\r\n\0\r\nQUIX", 11}),
            "more than one empty line stands before the request line");
  EXPECT_EQ(judged("P").state, State::more);
  EXPECT_EQ(judged(line("PROXYX / HTTP/1.1")).state, State::whole);
}

// Lines of requests, sound and not, with a few bytes changed.
std::string mutated_head() {
  static const std::vector<std::string> lines{"GET / HTTP/1.1",
                                              "POST /in/a?b HTTP/1.1",
                                              "GET / HTTP/1.0",
                                              "OPTIONS * HTTP/1.1",
                                              "Host: a",
                                              "host:[::1]:80",
                                              "Content-Length: 5",
                                              "Transfer-Encoding: chunked",
                                              "Connection: keep-alive , close",
                                              "Connection: ,",
                                              "X: a\tb",
                                              "X-Empty:",
                                              "x-8bit: \xff\xfe",
                                              "Proxy-Connection: a",
                                              "Upgrade: h2c",
                                              "Expect: 100-continue",
                                              "",
                                              " folded"};
  static const std::string bytes{"\0\t\n\r :,;aZ~\x7f\x80\xff/*", 16};
  std::string text = *rc::gen::elementOf(std::vector<std::string>{"", "\r\n", "\r\n\r\n"});
  text += *rc::gen::elementOf(std::vector<std::string>(lines.begin(), lines.begin() + 4)) + "\r\nHost: a\r\n";
  const auto count = *rc::gen::inRange(0, 6);
  for (int i = 0; i < count; ++i) text += *rc::gen::elementOf(lines) + "\r\n";
  text += "\r\n";
  const auto changes = *rc::gen::inRange(0, 3);
  for (int i = 0; i < changes; ++i) text[*rc::gen::inRange<std::size_t>(0, text.size())] = *rc::gen::elementOf(bytes);
  return text;
}

// A second reading, as plain as can be: what stands between the line ends and round the first colon.
Fields plain_reading(std::string_view whole) {
  Fields fields;
  std::size_t at = whole.find("\r\n") + 2;
  for (std::size_t end = 0; (end = whole.find("\r\n", at)) != at; at = end + 2) {
    const std::string_view text = whole.substr(at, end - at);
    const std::size_t colon = text.find(':');
    fields.emplace_back(text.substr(0, colon), trimmed(text.substr(colon + 1)));
  }
  return fields;
}

Fields fields_of(const Headers& headers) {
  Fields fields;
  fields.reserve(headers.size());
  for (std::size_t i = 0; i < headers.size(); ++i) fields.emplace_back(headers[i].name, headers[i].value);
  return fields;
}

RC_GTEST_PROP(HeadGuard, WhatItPassesBeastReadsTheSameWay, ()) {
  const std::string text = mutated_head();
  const Judged verdict = judged(text);
  RequestParser parser{Bounds{}};
  const std::size_t used = parser.feed(text);
  RC_CLASSIFY(verdict.state == State::whole);
  if (verdict.state != State::whole) {
    RC_ASSERT(parser.state() ==
              (verdict.state == State::faulty ? RequestParser::State::faulty : RequestParser::State::head));
    return;
  }
  RC_ASSERT(parser.state() == RequestParser::State::head_done);
  RC_ASSERT(used == verdict.end);
  const std::string_view whole = std::string_view{text}.substr(verdict.begin, verdict.end - verdict.begin);
  RC_ASSERT(fields_of(parser.request().headers) == plain_reading(whole));
  RC_ASSERT(whole.starts_with(parser.request().method + " " + parser.request().target + " HTTP/1."));
}

RC_GTEST_PROP(HeadGuard, CuttingChangesNothing, ()) {
  const std::string text = mutated_head();
  const auto step = *rc::gen::inRange<std::size_t>(1, 40);
  const Bounds bounds{.head_bytes_max = *rc::gen::inRange<std::size_t>(20, 200), .header_fields_max = 4};
  RC_ASSERT(judged(text, step, bounds) == judged(text, SIZE_MAX, bounds));
}

}  // namespace
}  // namespace senja::net
