#include "net/channel.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <string>

#include "net/client_socket.h"
#include "net/test_certificates.h"
#include "net/tls.h"

namespace senja::net {
namespace {

const std::string proxy_line = "PROXY TCP4 192.0.2.7 203.0.113.1 51234 443\r\n";

// A channel, and the peer's end of its socket.
struct ChannelTest : testing::Test {
  void open(Edge edge) {
    ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, sockets.data()), 0);
    channel = std::make_unique<Channel>(Arrival{sockets[0], IpAddress::parse("10.0.0.1").value(),
                                                std::make_shared<const Edge>(std::move(edge)), PeerCounts::Place{}},
                                        tally);
  }
  void TearDown() override {
    for (const int socket : sockets) ::close(socket);
  }

  void say(std::string_view bytes) const {
    ASSERT_EQ(::send(sockets[1], bytes.data(), bytes.size(), MSG_NOSIGNAL), static_cast<ssize_t>(bytes.size()));
  }
  // One read of at most `size` bytes: them, or "wait" or "end".
  std::string read(std::size_t size = 1'000) {
    std::string buffer(size, '\0');
    std::size_t got = 0;
    switch (channel->read(buffer.data(), size, got)) {
      case Progress::done:
        return buffer.substr(0, got);
      case Progress::ended:
        return "end";
      default:
        return "wait";
    }
  }
  void begin_tls() {
    context = client_tls_context({.ca = authority.certificate()}).value();
    client = std::make_unique<TlsStream>(*context, sockets[1], TlsStream::Side::client);
    while (client->handshake() != Progress::done) ASSERT_EQ(read(), "wait");
    ASSERT_EQ(read(), "wait");
  }
  static TrustedProxies proxies() { return {{IpRange::parse("10.0.0.0/8").value()}, true, TrustedProxies::Header::none}; }

  TestAuthority authority;
  Tally tally;
  std::array<int, 2> sockets{-1, -1};
  std::unique_ptr<Channel> channel;
  std::shared_ptr<ssl_ctx_st> context;
  std::unique_ptr<TlsStream> client;
};

TEST_F(ChannelTest, PlainBytesPassThrough) {
  open({});
  EXPECT_EQ(read(), "wait");
  say("hello");
  EXPECT_EQ(read(3), "hel");
  EXPECT_FALSE(channel->bytes_at_hand());
  EXPECT_EQ(read(), "lo");
  ::shutdown(sockets[1], SHUT_WR);
  EXPECT_EQ(read(), "end");
  EXPECT_FALSE(channel->caller().secure);
}

TEST_F(ChannelTest, TheProxysHeaderIsTakenOffByteByByte) {
  open({.proxies = proxies()});
  for (const char c : proxy_line.substr(0, proxy_line.size() - 1)) {
    say({&c, 1});
    EXPECT_EQ(read(), "wait");
  }
  say("\nGET");
  EXPECT_EQ(read(), "GET");
  EXPECT_EQ(channel->caller().address.text(), "192.0.2.7");
  EXPECT_EQ(tally.peers.peers(), 1U);
  channel->close();
  EXPECT_EQ(tally.peers.peers(), 0U);
  EXPECT_EQ(tally.proxy_failed, 0U);
}

TEST_F(ChannelTest, AnAnnouncedClientMayHaveTooManyAlready) {
  open({.proxies = proxies(), .connections_per_peer_max = 1});
  const auto place = tally.peers.take(IpAddress::parse("192.0.2.7").value(), 1);
  say(proxy_line + "GET");
  EXPECT_EQ(read(), "end");
  channel->close();
  EXPECT_EQ(tally.refused_per_peer, 1U);
  EXPECT_EQ(tally.proxy_failed, 0U);
}

TEST_F(ChannelTest, WhatTheReaderHasNoRoomForStaysAtHand) {
  open({.tls = TlsContext::load(authority.server_files()).value()});
  begin_tls();
  EXPECT_TRUE(channel->caller().secure);
  std::string_view first = "first ", second = "second";
  client->write(first);
  client->write(second);
  EXPECT_EQ(read(4), "firs");
  EXPECT_TRUE(channel->bytes_at_hand());
  EXPECT_EQ(read(), "t second") << "and goes on with the next record";
  EXPECT_FALSE(channel->bytes_at_hand());
  EXPECT_EQ(read(), "wait");
}

TEST_F(ChannelTest, AfterTheLastByteWhatComesIsNotDecrypted) {
  open({.tls = TlsContext::load(authority.server_files()).value()});
  begin_tls();
  std::string_view answer = "answer", rest = "the rest of a body";
  EXPECT_EQ(channel->write(answer), Progress::done);
  EXPECT_EQ(channel->shut_down_sending(), Progress::done);
  client->write(rest);
  EXPECT_GT(read().size(), std::string_view("the rest of a body").size());
  ::shutdown(sockets[1], SHUT_WR);
  EXPECT_EQ(read(), "end");
}

TEST_F(ChannelTest, AGoodbyeThatFindsNoRoomIsSaidLater) {
  open({.tls = TlsContext::load(authority.server_files()).value()});
  begin_tls();
  const std::string much(5'000'000, 'x');
  std::string_view bytes = much;
  EXPECT_EQ(channel->write(bytes), Progress::needs_write);
  std::size_t received = 0;
  std::string some(64 * 1'024, '\0');
  const auto take = [&] {
    std::size_t got = 0;
    const Progress progress = client->read(some.data(), some.size(), got);
    received += got;
    return progress;
  };
  while (!bytes.empty()) {
    take();
    channel->write(bytes);
  }
  while (channel->shut_down_sending() == Progress::needs_write) take();
  Progress last = Progress::done;
  while (last != Progress::ended) last = take();
  EXPECT_EQ(client->failure(), "") << "said, not cut";
  EXPECT_EQ(received, much.size());
}

TEST_F(ChannelTest, WhatEndsBeforeItsFirstByteIsCountedOnceItHadBegun) {
  const auto tls = TlsContext::load(authority.server_files()).value();
  open({.tls = tls});
  ::shutdown(sockets[1], SHUT_WR);
  EXPECT_EQ(read(), "end");
  channel->close();
  EXPECT_EQ(tally.tls_failed, 0U) << "a probe that only connects";
  TearDown();
  open({.tls = tls});
  say("\x16");
  EXPECT_EQ(read(), "wait");
  channel->close();
  EXPECT_EQ(tally.tls_failed, 1U);
}

}  // namespace
}  // namespace senja::net
