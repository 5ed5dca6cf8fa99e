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
  void handle(RawRequest request, const Caller& caller, Reply reply) override {
    requests.push_back(std::move(request));
    replies.push_back(reply);
    if (at_once) reply.send({.body = requests.back().body});
    request_ids.push_back(caller.request_id);
  }
  void tick(SteadyTime) override {}

  bool at_once = true;
  std::optional<Response> early;
  std::vector<RawRequest> heads, requests;
  std::vector<Reply> replies;
  std::vector<std::string> request_ids;
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
  std::expected<IpAddress, std::string> client_of(const Headers& headers) const override {
    if (headers.count("x-bad") != 0) return std::unexpected("who is that");
    return peer.address;
  }
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

TEST_F(SessionTest, PipeliningIsBoundedByOneRead) {
  desk.at_once = false;
  std::string burst;
  while (burst.size() + get.size() <= read_bytes_max) burst += get;
  const std::size_t count = burst.size() / get.size();
  receive(burst + get.substr(0, 5));
  for (std::size_t i = 0; i < count; ++i) {
    ASSERT_EQ(desk.requests.size(), i + 1) << "one at a time";
    ASSERT_FALSE(wants_read);
    desk.replies[i].send({});
  }
  receive(get.substr(5));
  EXPECT_EQ(desk.requests.size(), count + 1);
}

TEST_F(SessionTest, WhoCannotBeToldIsRefused) {
  receive("POST / HTTP/1.1\r\nHost: a\r\nX-Bad: 1\r\nContent-Length: 1\r\n\r\nx" + get);
  const std::string text = take_sent();
  EXPECT_TRUE(text.starts_with("HTTP/1.1 400 ")) << text;
  EXPECT_NE(text.find("who is that"), std::string::npos);
  EXPECT_TRUE(half_closed);
  EXPECT_TRUE(desk.heads.empty());
}

// A handler may look at its caller after it has answered.
TEST_F(SessionTest, TheCallerOutlivesAnAnswerAtOnce) {
  peer.secure = true;
  receive(get + get);
  ASSERT_EQ(desk.request_ids.size(), 2u);
  EXPECT_EQ(desk.request_ids[0].size(), 16u);
  EXPECT_NE(desk.request_ids[0], desk.request_ids[1]);
}

// Ten thousand of them wait at a time.
TEST_F(SessionTest, AnIdleSessionIsSmall) { EXPECT_LE(sizeof(Session), 128u); }

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
  receive("GET / HTTP/1.0\r\n\r\n" + get);
  EXPECT_NE(take_sent().find("connection: close"), std::string::npos);
  EXPECT_TRUE(half_closed);
  EXPECT_EQ(desk.requests.size(), 1u);
}

TEST_F(SessionTest, Http10StaysWhereItAsksToAndIsTold) {
  for (int i = 0; i < 2; ++i) {
    receive("GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n");
    EXPECT_NE(take_sent().find("connection: keep-alive"), std::string::npos);
    EXPECT_FALSE(half_closed);
  }
}

TEST_F(SessionTest, Http10IsNotAskedForABody) {
  receive("POST / HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n");
  EXPECT_EQ(take_sent(), "");
  receive("x");
  EXPECT_EQ(status(), 200);
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

TEST_F(SessionTest, PAR14_ABodyThatIsHereAlreadyIsNotAskedFor) {
  receive("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-CONTINUE\r\nContent-Length: 5\r\n\r\nhe");
  EXPECT_EQ(take_sent(), "");
  receive("llo");
  EXPECT_EQ(status(), 200);
}

TEST_F(SessionTest, UnknownExpectationsAreNotMet) {
  receive("POST / HTTP/1.1\r\nHost: a\r\nExpect: tea\r\nContent-Length: 5\r\n\r\n");
  EXPECT_EQ(status(), 417);
  EXPECT_TRUE(half_closed) << "nobody reads the body";
}

TEST_F(SessionTest, AnExpectationIsMetOnceOrNotAtAll) {
  receive("GET / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nExpect: 100-continue\r\n\r\n");
  EXPECT_EQ(status(), 417);
  EXPECT_FALSE(half_closed) << "there is no body";
  receive("GET / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n\r\n");
  EXPECT_EQ(status(), 200) << "and no body to ask for";
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
  receive("P/1.1\r\nHost: a\r\n\r\n");
  EXPECT_TRUE(desk.requests.empty()) << "too late";
}

TEST_F(SessionTest, PAR12_AByteASecondDoesNotHelp) {
  const std::string text = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
  std::size_t seconds = 0;
  for (const char c : text) {
    receive({&c, 1});
    pass(1s);
    ++seconds;
    if (half_closed) break;
  }
  EXPECT_EQ(seconds, 10u);
  EXPECT_EQ(status(), 408);
}

TEST_F(SessionTest, PAR12_ABodyThatTricklesIsTimedOut) {
  receive("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 50\r\n\r\nh");
  for (int i = 0; i < 29; ++i) {
    pass(1s);
    receive("x");
  }
  EXPECT_EQ(take_sent(), "");
  pass(1s);
  EXPECT_EQ(status(), 408);
}

TEST_F(SessionTest, PAR12_TheTimeOfABodyBeginsWithItsHeadsEnd) {
  receive("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Enc");
  pass(9s);
  receive("oding: chunked\r\n\r\n1");
  pass(29s);
  EXPECT_EQ(take_sent(), "");
  receive("\r\nx\r\n0\r\n");
  pass(1s);
  EXPECT_EQ(status(), 408);
}

TEST_F(SessionTest, PAR12_TheNextRequestHasATimeOfItsOwn) {
  desk.at_once = false;
  receive(get + "GET / HT");
  pass(100s);
  desk.replies[0].send({});
  take_sent();
  pass(9s);
  EXPECT_EQ(take_sent(), "");
  pass(1s);
  EXPECT_EQ(status(), 408);
}

TEST_F(SessionTest, WhoSaysNothingIsClosedWithoutAWord) {
  pass(10s);
  EXPECT_EQ(take_sent(), "");
  EXPECT_TRUE(closed);
}

TEST_F(SessionTest, AnEmptyLineIsNoRequest) {
  receive(get);
  take_sent();
  pass(50s);
  receive("\r\n");
  pass(24s);
  EXPECT_FALSE(closed);
  pass(1s);
  EXPECT_TRUE(closed) << "and does not keep the connection";
  EXPECT_EQ(take_sent(), "");
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
