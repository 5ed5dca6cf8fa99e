#include "net/server.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "clock/system_clock.h"
#include "net/client.h"
#include "net/test_certificates.h"
#include "net/tls.h"

namespace senja::net {
namespace {

using namespace std::chrono_literals;

// Gives back what it got, by way of another thread when the path says so.
class Echo final : public Handler {
 public:
  explicit Echo(Loop& loop) : loop_(loop) {}
  std::variant<std::size_t, Response> judge_head(const RawRequest& head, const Announced&, const Caller&) override {
    if (head.path() == "/nowhere") return refusal(404, "not_found", "");
    return head.path() == "/small" ? std::size_t{1'000} : std::size_t{10'000'000};
  }
  void handle(RawRequest request, const Caller&, Reply reply) override {
    if (request.path() != "/later") return reply.send({.body = std::move(request.body)});
    others_.emplace_back([this, reply, body = std::move(request.body)]() mutable {
      loop_.post([reply, body = std::move(body)]() mutable { reply.send({.body = std::move(body)}); });
    });
  }
  void tick(SteadyTime) override {}

 private:
  Loop& loop_;
  std::vector<std::jthread> others_;
};

enum class Over : std::uint8_t { plain, tls };

const TestAuthority& authority() {
  static const TestAuthority made;
  return made;
}

// Each of these runs over plain connections and over TLS.
struct ServerTest : testing::TestWithParam<Over> {
  static bool secure() { return GetParam() == Over::tls; }

  void start(ServerSettings settings = {}) {
    if (secure()) settings.edge.tls = TlsContext::load(authority().server_files()).value();
    auto opened = Server::open(settings, clock, [](Loop& loop) { return std::make_unique<Echo>(loop); });
    ASSERT_TRUE(opened) << opened.error();
    server = std::move(*opened);
    server->start();
  }
  Client connect() const {
    return Client(Url{.host = "127.0.0.1", .port = server->address().port, .secure = secure()}, {},
                  {.ca = authority().certificate()});
  }
  static ClientRequest post(std::string target, std::string body) {
    return {.method = "POST", .target = std::move(target), .headers = {}, .body = std::move(body)};
  }

  SystemClock clock;
  std::unique_ptr<Server> server;
};

INSTANTIATE_TEST_SUITE_P(Each, ServerTest, testing::Values(Over::plain, Over::tls),
                         [](const auto& over) { return over.param == Over::tls ? "Tls" : "Plain"; });

TEST_P(ServerTest, KeepsConnectionsAlive) {
  start();
  Client client = connect();
  for (const char* body : {"one", "two", "three"}) {
    const auto response = client.call(post("/", body));
    ASSERT_TRUE(response) << response.error();
    EXPECT_EQ(response->status, 200);
    EXPECT_EQ(response->body, body);
    EXPECT_TRUE(client.connected());
  }
}

TEST_P(ServerTest, HandsConnectionsRoundTheContexts) {
  start({.threads = 3});
  std::vector<Client> clients;
  clients.reserve(9);
  for (int i = 0; i < 9; ++i) clients.push_back(connect());
  for (Client& client : clients) EXPECT_EQ(client.call(post("/later", "x"))->body, "x");
}

TEST_P(ServerTest, AnswersPipelinedRequestsInTheirOrder) {
  start();
  Client client = connect();
  std::string bytes;
  for (int i = 0; i < 50; ++i) bytes += request_text(post(i % 2 ? "/" : "/later", std::to_string(i)), "a");
  ASSERT_TRUE(client.send_raw(bytes));
  for (int i = 0; i < 50; ++i) EXPECT_EQ(client.read_response()->body, std::to_string(i));
}

TEST_P(ServerTest, SIG15_ABodyOfOnePacketAByte) {
  start();
  Client client = connect();
  for (const char c : request_text(post("/", "hello"), "a")) ASSERT_TRUE(client.send_raw({&c, 1}));
  EXPECT_EQ(client.read_response()->body, "hello");
  ASSERT_TRUE(client.send_raw("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"));
  for (const char c : std::string{"hello"}) ASSERT_TRUE(client.send_raw("1\r\n" + std::string(1, c) + "\r\n"));
  ASSERT_TRUE(client.send_raw("0\r\n\r\n"));
  EXPECT_EQ(client.read_response()->body, "hello");
}

TEST_P(ServerTest, LargeBodiesGoBothWays) {
  start();
  Client client = connect();
  const std::string body(5'000'000, 'x');
  const auto response = client.call(post("/", body));
  ASSERT_TRUE(response) << response.error();
  EXPECT_EQ(response->body, body);
  EXPECT_EQ(client.call(post("/", "small"))->body, "small");
}

// While the first request is answered nothing is read, so that what follows comes in more than one read's worth at once.
TEST_P(ServerTest, WhatPilesUpWhileAnAnswerIsDueIsReadToItsEnd) {
  start();
  Client client = connect();
  const std::string piece(10'000, 'x'), head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 300000\r\n\r\n";
  for (int round = 0; round < 10; ++round) {
    ASSERT_TRUE(client.send_raw(request_text(post("/later", "first"), "a") + head));
    for (int i = 0; i < 30; ++i) ASSERT_TRUE(client.send_raw(piece));
    EXPECT_EQ(client.read_response()->body, "first");
    EXPECT_EQ(client.read_response()->body.size(), 300'000U);
  }
}

TEST_P(ServerTest, PAR13_AnsweredFromTheHeadAlone) {
  start();
  Client client = connect();
  ASSERT_TRUE(client.send_raw("POST /nowhere HTTP/1.1\r\nHost: a\r\nContent-Length: 9999999\r\n\r\n"));
  EXPECT_EQ(client.read_response()->status, 404);
}

TEST_P(ServerTest, PAR12_ATricklingHeadIsTimedOutAndOthersAreServed) {
  start({.bounds = {.head_timeout = 300ms}});
  Client slow = connect(), good = connect();
  ASSERT_TRUE(slow.send_raw("GET / HTTP/1.1\r\nHo"));
  EXPECT_EQ(good.call(post("/", "x"))->body, "x");
  EXPECT_EQ(slow.read_response()->status, 408);
}

TEST_P(ServerTest, PAR12_FiveHundredTricklingClientsHoldNobodyUp) {
  start({.threads = 2, .bounds = {.head_timeout = 2s}});
  std::vector<Client> slow;
  slow.reserve(500);
  for (int i = 0; i < 500; ++i) slow.push_back(connect());
  for (Client& client : slow) ASSERT_TRUE(client.send_raw("POST / HTTP/1.1\r\nHost: a\r\nX-Slo"));
  Client good = connect();
  for (int i = 0; i < 100; ++i) EXPECT_EQ(good.call(post("/", "x"))->body, "x");
  for (Client& client : slow) EXPECT_EQ(client.read_response()->status, 408);
}

TEST_P(ServerTest, PAR09_AnEndlessBodyEndsAtTheLimit) {
  start();
  Client client = connect();
  ASSERT_TRUE(client.send_raw("POST /small HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"));
  for (int i = 0; i < 100 && client.send_raw("64\r\n" + std::string(100, 'x') + "\r\n"); ++i) continue;
  EXPECT_EQ(client.read_response()->status, 413);
  EXPECT_FALSE(client.read_response()) << "and the connection with it";
}

TEST_P(ServerTest, RefusesConnectionsBeyondTheLimit) {
  start({.connections_max = 2});
  Client first = connect(), second = connect(), third = connect();
  EXPECT_TRUE(first.call(post("/", "1")));
  EXPECT_TRUE(second.call(post("/", "2")));
  EXPECT_FALSE(third.call(post("/", "3")));
  EXPECT_TRUE(first.call(post("/", "1"))) << "those who are in stay in";
  EXPECT_EQ(server->totals().accepted, 2U);
  EXPECT_EQ(server->totals().refused_full, 1U);
  EXPECT_EQ(server->totals().open, 2U);
}

TEST_P(ServerTest, OnePeerCannotTakeThePlacesOfAll) {
  start({.edge = {.connections_per_peer_max = 2}});
  Client first = connect(), second = connect(), third = connect();
  EXPECT_TRUE(first.call(post("/", "1")));
  EXPECT_TRUE(second.call(post("/", "2")));
  EXPECT_FALSE(third.call(post("/", "3")));
  EXPECT_EQ(server->totals().refused_per_peer, 1U);
  first.close();
  while (server->totals().open > 1) std::this_thread::yield();
  EXPECT_TRUE(third.call(post("/", "3"))) << "a place was given back";
}

TEST_P(ServerTest, ASecondInstanceIsToldWhichAddressIsTaken) {
  start();
  const ServerSettings same{.listen = server->address().text()};
  const auto second = Server::open(same, clock, [](Loop& loop) { return std::make_unique<Echo>(loop); });
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error(), "cannot listen on " + same.listen + ": the address is already taken");
}

TEST_P(ServerTest, DrainingClosesIdleConnectionsAndTakesNoNewOnes) {
  start();
  Client idle = connect();
  ASSERT_TRUE(idle.call(post("/", "x")));
  server->drain();
  EXPECT_FALSE(idle.read_response()) << "closed by the server";
  EXPECT_FALSE(connect().call(post("/", "x")));
  while (!server->drained()) std::this_thread::yield();
}

TEST_P(ServerTest, StopsWithConnectionsOpen) {
  start({.threads = 2});
  Client client = connect();
  ASSERT_TRUE(client.call(post("/", "x")));
  server->stop();
  server->stop();
  server.reset();
  EXPECT_FALSE(client.call(post("/", "x")));
}

}  // namespace
}  // namespace senja::net
