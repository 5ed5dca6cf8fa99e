#include "net/session.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "clock/sim_clock.h"

namespace senja::net {
namespace {

using namespace std::chrono_literals;

// Answers at once, or keeps the replies until the test gives them.
class Desk final : public Handler {
 public:
  std::variant<std::size_t, Response> judge_head(const RawRequest& head, const Announced&, const Caller&) override {
    heads.push_back(head);
    if (early) return *early;
    return std::size_t{100};
  }
  void handle(RawRequest request, const Caller&, Reply reply) override {
    requests.push_back(std::move(request));
    replies.push_back(reply);
    if (at_once) reply.send({.body = requests.back().body});
  }
  void tick(SteadyTime) override {}

  bool at_once = true;
  std::optional<Response> early;
  std::vector<RawRequest> heads, requests;
  std::vector<Reply> replies;
};

// Both ends of a connection in one hand, and time in the other.
struct SessionTest : testing::Test, Wire, Replies {
  void want_read() override { wants_read = true; }
  bool write(std::string_view bytes) override {
    sent += bytes;
    return !slow;
  }
  void shut_down_sending() override { half_closed = true; }
  void close() override { closed = true; }
  const Caller& caller() const override { return peer; }
  void send(const Reply& reply, Response response) override { session.respond(reply.request, response); }

  void SetUp() override { session.start(); }

  void receive(std::string_view bytes) {
    ASSERT_TRUE(wants_read) << "nobody reads";
    wants_read = false;
    session.on_bytes(bytes);
  }
  void pass(Micros span) {
    clock.advance(span);
    session.tick(clock.steady());
  }
  std::string take_sent() { return std::exchange(sent, {}); }
  int status() {
    const std::string text = take_sent();
    return text.starts_with("HTTP/1.1 ") ? std::stoi(text.substr(9, 3)) : 0;
  }
  static std::size_t occurrences(const std::string& text, std::string_view part) {
    std::size_t n = 0;
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
    return n;
  }

  SimClock clock;
  Desk desk;
  Caller peer;
  Surroundings around{desk, *this, clock, {}, RequestIds{clock}, {}, {}};
  Session session{7, *this, around};
  bool wants_read = false, slow = false, half_closed = false, closed = false;
  std::string sent;
};

const std::string get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
std::string post(std::string_view body, std::string_view headers = {}) {
  return "POST / HTTP/1.1\r\nHost: a\r\n" + std::string{headers} + "Content-Length: " + std::to_string(body.size()) +
         "\r\n\r\n" + std::string{body};
}

TEST_F(SessionTest, AnswersAndStaysForTheNext) {
  receive(post("one"));
  EXPECT_TRUE(take_sent().ends_with("\r\n\r\none"));
  receive(post("two"));
  EXPECT_TRUE(take_sent().ends_with("\r\n\r\ntwo"));
  EXPECT_FALSE(closed);
}

TEST_F(SessionTest, StampsTheArrivalOfTheHead) {
  const WallTime before = clock.wall();
  receive("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n");
  clock.advance(5s);
  receive("x");
  EXPECT_EQ(desk.requests.at(0).received_at, before);
}

TEST_F(SessionTest, AnswersPipelinedRequestsInTheirOrder) {
  receive(post("1") + post("2") + post("3") + "POST / HT");
  EXPECT_EQ(desk.requests.size(), 3u);
  const std::string text = take_sent();
  EXPECT_EQ(occurrences(text, "HTTP/1.1 200 OK"), 3u);
  EXPECT_LT(text.find("\r\n\r\n1"), text.find("\r\n\r\n2"));
  EXPECT_LT(text.find("\r\n\r\n2"), text.find("\r\n\r\n3"));
  receive(post("4").substr(9));
  EXPECT_TRUE(take_sent().ends_with("4"));
}

TEST_F(SessionTest, ReadsNothingMoreWhileAnAnswerIsDue) {
  desk.at_once = false;
  receive(post("1") + post("2"));
  EXPECT_EQ(desk.requests.size(), 1u);
  EXPECT_FALSE(wants_read);
  desk.replies[0].send({.body = "first"});
  EXPECT_EQ(desk.requests.size(), 2u);
  EXPECT_FALSE(wants_read);
  desk.replies[1].send({.body = "second"});
  EXPECT_TRUE(wants_read);
  EXPECT_TRUE(take_sent().ends_with("second"));
}

TEST_F(SessionTest, OnlyTheFirstAnswerCounts) {
  desk.at_once = false;
  receive(post("1"));
  desk.replies[0].send({.body = "a"});
  desk.replies[0].send({.body = "b"});
  EXPECT_EQ(occurrences(take_sent(), "HTTP/1.1"), 1u);
  receive(post("2"));
  desk.replies[0].send({.body = "c"});
  EXPECT_EQ(take_sent(), "") << "an answer to the request before";
}

TEST_F(SessionTest, WaitsForASlowPeerBeforeTheNextRequest) {
  slow = true;
  receive(post("1") + post("2"));
  EXPECT_EQ(desk.requests.size(), 1u);
  slow = false;
  session.on_written();
  EXPECT_EQ(desk.requests.size(), 2u);
}

TEST_F(SessionTest, ClosesWhereThePeerAsksForIt) {
  receive(post("1", "Connection: close\r\n"));
  EXPECT_NE(take_sent().find("connection: close"), std::string::npos);
  EXPECT_TRUE(half_closed);
  EXPECT_FALSE(closed) << "the peer may still be reading";
  session.on_end();
  EXPECT_TRUE(closed);
}

TEST_F(SessionTest, SpeaksHttp10) {
  receive("GET / HTTP/1.0\r\n\r\n");
  EXPECT_NE(take_sent().find("connection: close"), std::string::npos);
}

TEST_F(SessionTest, SendsNoBodyToHead) {
  desk.early = Response{.body = "{}"};
  receive("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_TRUE(take_sent().ends_with("\r\n\r\n"));
}

TEST_F(SessionTest, WhatWasSaidOfOneRequestIsForgottenAtTheNext) {
  desk.early = Response{.body = "{}"};
  receive("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n");
  take_sent();
  receive("junk\r\n\r\n");
  EXPECT_TRUE(take_sent().ends_with("}")) << "the refusal has its body";
}

TEST_F(SessionTest, PAR13_AnEarlyAnswerNeedsNoBody) {
  desk.early = refusal(404, "not_found", "");
  receive("POST /nowhere HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999\r\n\r\nxxx");
  EXPECT_EQ(status(), 404);
  EXPECT_TRUE(half_closed);
  EXPECT_TRUE(desk.requests.empty());
}

TEST_F(SessionTest, AnEarlyAnswerToARequestWithoutBodyKeepsTheConnection) {
  desk.early = refusal(404, "not_found", "");
  receive(get + get);
  EXPECT_EQ(occurrences(take_sent(), "404 Not Found"), 2u);
  EXPECT_FALSE(half_closed);
}

TEST_F(SessionTest, PAR14_NoContinueBeforeAFinalStatus) {
  desk.early = refusal(401, "signature", "");
  receive("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n");
  EXPECT_EQ(status(), 401);
}

TEST_F(SessionTest, PAR14_AWelcomeBodyIsAskedFor) {
  receive("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n");
  EXPECT_EQ(take_sent(), "HTTP/1.1 100 Continue\r\n\r\n");
  receive("hello");
  EXPECT_EQ(status(), 200);
}

TEST_F(SessionTest, PAR14_TooLargeABodyIsNotAskedFor) {
  receive("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 101\r\n\r\n");
  EXPECT_EQ(status(), 413);
}

TEST_F(SessionTest, UnknownExpectationsAreNotMet) {
  receive("POST / HTTP/1.1\r\nHost: a\r\nExpect: tea\r\nContent-Length: 5\r\n\r\n");
  EXPECT_EQ(status(), 417);
}

TEST_F(SessionTest, PAR10_NothingIsServedAfterAFramingError) {
  receive("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + get);
  EXPECT_EQ(status(), 400);
  EXPECT_TRUE(half_closed);
  EXPECT_TRUE(desk.heads.empty());
  receive(get);
  EXPECT_TRUE(desk.heads.empty());
  EXPECT_EQ(take_sent(), "");
}

TEST_F(SessionTest, PAR12_AHeadThatTricklesIsTimedOut) {
  receive("GET / HT");
  pass(9s);
  EXPECT_EQ(take_sent(), "");
  receive("T");
  pass(1s);
  EXPECT_EQ(status(), 408) << "bytes do not prolong the deadline";
  EXPECT_TRUE(half_closed);
}

TEST_F(SessionTest, PAR12_ABodyThatTricklesIsTimedOut) {
  receive("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nh");
  pass(29s);
  EXPECT_EQ(take_sent(), "");
  pass(1s);
  EXPECT_EQ(status(), 408);
}

TEST_F(SessionTest, WhoSaysNothingIsClosedWithoutAWord) {
  pass(10s);
  EXPECT_EQ(take_sent(), "");
  EXPECT_TRUE(closed);
}

TEST_F(SessionTest, AnIdleConnectionEnds) {
  receive(get);
  take_sent();
  pass(74s);
  EXPECT_FALSE(closed);
  pass(1s);
  EXPECT_TRUE(closed);
  EXPECT_EQ(take_sent(), "");
}

TEST_F(SessionTest, AnAnswerThatIsDueHasNoDeadlineHere) {
  desk.at_once = false;
  receive(get);
  pass(1000s);
  EXPECT_FALSE(closed);
}

TEST_F(SessionTest, APeerThatDoesNotReadIsClosed) {
  slow = true;
  receive(get);
  pass(75s);
  EXPECT_TRUE(closed);
}

TEST_F(SessionTest, LingeringIsBoundedInTimeAndBytes) {
  receive(post("1", "Connection: close\r\n"));
  pass(1s);
  EXPECT_TRUE(closed);
}

TEST_F(SessionTest, LingeringIsBoundedInBytes) {
  receive(post("1", "Connection: close\r\n"));
  const std::string much(read_bytes_max, 'x');
  for (std::size_t total = 0; total < linger_bytes_max; total += much.size()) receive(much);
  EXPECT_FALSE(closed);
  receive("x");
  EXPECT_TRUE(closed);
}

TEST_F(SessionTest, DrainingClosesAnIdleConnection) {
  receive(get);
  session.drain();
  EXPECT_TRUE(closed);
}

TEST_F(SessionTest, DrainingFinishesWhatWasTaken) {
  desk.at_once = false;
  receive(post("1"));
  session.drain();
  EXPECT_FALSE(closed);
  desk.replies[0].send({.body = "done"});
  EXPECT_NE(take_sent().find("connection: close"), std::string::npos);
  EXPECT_TRUE(half_closed);
}

}  // namespace
}  // namespace senja::net
