// The edge of a server: TLS, certificates, proxies and what they say of their clients.
#include <gtest/gtest.h>
#include <openssl/err.h>
#include <openssl/ssl.h>

#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include "clock/system_clock.h"
#include "net/client.h"
#include "net/client_socket.h"
#include "net/server.h"
#include "net/test_certificates.h"
#include "net/tls.h"

namespace senja::net {
namespace {

using namespace std::chrono_literals;
using namespace std::string_literals;

// Says who it thinks is calling.
class Mirror final : public Handler {
 public:
  explicit Mirror(Loop&) {}
  std::variant<std::size_t, Response> judge_head(const RawRequest&, const Announced&, const Caller&) override {
    return std::size_t{1'000};
  }
  void handle(RawRequest request, const Caller& caller, Reply reply) override {
    std::string body = caller.address.text();
    if (caller.secure) body += " secure";
    if (caller.certificate != nullptr) body += " " + caller.certificate->subject;
    if (!request.body.empty()) body += ": " + request.body;
    reply.send({.body = std::move(body)});
  }
  void tick(SteadyTime) override {}
};

const TestAuthority& authority() {
  static const TestAuthority made;
  return made;
}

std::shared_ptr<const TlsContext> tls_for(const std::string& common_name) {
  return TlsContext::load(authority().server_files(common_name)).value();
}

TrustedProxies loopback_proxies(bool proxy_protocol, TrustedProxies::Header header = TrustedProxies::Header::none) {
  return {{IpRange::parse("127.0.0.0/8").value(), IpRange::parse("10.0.0.0/8").value()}, proxy_protocol, header};
}

struct ServerEdge : testing::Test {
  void start(Edge edge, Micros head_timeout = 10s) {
    ServerSettings settings{.threads = 2, .bounds = {.head_timeout = head_timeout}, .edge = std::move(edge)};
    auto opened = Server::open(settings, clock, [](Loop& loop) { return std::make_unique<Mirror>(loop); });
    ASSERT_TRUE(opened) << opened.error();
    server = std::move(*opened);
    server->start();
  }
  Client plain() const { return {"127.0.0.1", server->address().port}; }
  Client secure(ClientTls tls = {.ca = authority().certificate()}) const {
    return Client(Url{.host = "127.0.0.1", .port = server->address().port, .secure = true}, {}, std::move(tls));
  }
  // What the server says to one request that follows these bytes, or "closed".
  std::string after(std::string_view bytes, const std::string& headers = {}) const {
    Client client = plain();
    if (!client.send_raw(std::string(bytes) + "GET / HTTP/1.1\r\nHost: a\r\n" + headers + "\r\n")) return "closed";
    const auto answer = client.read_response();
    return !answer ? "closed" : answer->status == 200 ? answer->body : std::to_string(answer->status);
  }
  template <class Counter>
  void until_counted(Counter Totals::* counter, Counter most) const {
    while (server->totals().*counter < most) std::this_thread::yield();
    EXPECT_EQ(server->totals().*counter, most);
  }

  SystemClock clock;
  std::unique_ptr<Server> server;
};

// A client that offers just these versions and protocols. What it agreed on with the server, or what went wrong.
std::string agreed(const Server& server, int version, std::string_view protocols) {
  const std::shared_ptr<SSL_CTX> context{SSL_CTX_new(TLS_client_method()), &SSL_CTX_free};
  SSL_CTX_set_min_proto_version(context.get(), version);
  SSL_CTX_set_max_proto_version(context.get(), version);
  SSL_CTX_set_cipher_list(context.get(), "ALL:@SECLEVEL=0");
  if (!protocols.empty())
    SSL_CTX_set_alpn_protos(context.get(), reinterpret_cast<const unsigned char*>(protocols.data()),
                            static_cast<unsigned>(protocols.size()));
  const Url url{.host = "127.0.0.1", .port = server.address().port, .secure = true};
  const auto socket = ClientSocket::open(url, 5s, context.get());
  if (!socket) return socket.error().substr(socket.error().find("TLS: ") + 5);
  const Deadline deadline(5s);
  (*socket)->send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", deadline);
  std::string all, some(1'000, '\0');
  std::size_t got = 0;
  while ((*socket)->receive(some.data(), some.size(), got, deadline) == ClientSocket::Result::done) all.append(some, 0, got);
  return all.substr(0, 15);
}

TEST_F(ServerEdge, TheHandlerIsToldOfTls) {
  start({.tls = tls_for("localhost")});
  EXPECT_EQ(secure().call({})->body, "127.0.0.1 secure");
}

TEST_F(ServerEdge, OldVersionsAreRefused) {
  start({.tls = tls_for("localhost")});
  EXPECT_EQ(agreed(*server, TLS1_3_VERSION, ""), "HTTP/1.1 200 OK");
  EXPECT_EQ(agreed(*server, TLS1_2_VERSION, ""), "HTTP/1.1 200 OK");
  EXPECT_EQ(agreed(*server, TLS1_1_VERSION, ""), "tlsv1 alert protocol version");
  until_counted(&Totals::tls_failed, std::uint64_t{1});

  TlsFiles files = authority().server_files();
  files.min_version = TlsVersion::v1_3;
  server->use({.tls = TlsContext::load(files).value()});
  EXPECT_EQ(agreed(*server, TLS1_3_VERSION, ""), "HTTP/1.1 200 OK");
  EXPECT_EQ(agreed(*server, TLS1_2_VERSION, ""), "tlsv1 alert protocol version");
}

TEST_F(ServerEdge, ClientsThatOfferProtocolsMustOfferOurs) {
  start({.tls = tls_for("localhost")});
  for (const int version : {TLS1_2_VERSION, TLS1_3_VERSION}) {
    EXPECT_EQ(agreed(*server, version, "\x02h2\x08http/1.1"), "HTTP/1.1 200 OK");
    EXPECT_EQ(agreed(*server, version, "\x02h2"), "tlsv1 alert no application protocol");
  }
}

TEST_F(ServerEdge, PlainHttpOnATlsListenerIsClosed) {
  start({.tls = tls_for("localhost")});
  EXPECT_EQ(after(""), "closed");
  until_counted(&Totals::tls_failed, std::uint64_t{1});
  EXPECT_EQ(secure().call({})->status, 200);
}

TEST_F(ServerEdge, ANewCertificateIsForNewConnections) {
  start({.tls = tls_for("localhost")});
  Client old = secure();
  ASSERT_TRUE(old.call({}));
  const TestAuthority next("the next authority");
  server->use({.tls = TlsContext::load(next.server_files()).value()});
  EXPECT_EQ(old.call({})->status, 200);
  EXPECT_FALSE(secure().call({})) << "it does not know the new authority";
  EXPECT_EQ(secure({.ca = next.certificate()}).call({})->status, 200);
  EXPECT_EQ(old.call({})->status, 200) << "still there";
}

TEST_F(ServerEdge, ClientsCertificatesAreOptionalButMustBeGood) {
  TlsFiles files = authority().server_files();
  files.client_ca = authority().certificate();
  start({.tls = TlsContext::load(files).value()});
  const auto shown = [&](const TestIdentity& identity) {
    const auto answer =
        secure({.ca = authority().certificate(), .certificate = identity.certificate, .key = identity.key}).call({});
    return answer ? answer->body : "closed";
  };
  EXPECT_EQ(secure().call({})->body, "127.0.0.1 secure");
  EXPECT_EQ(shown(authority().issue({.common_name = "acme"})), "127.0.0.1 secure acme");
  EXPECT_EQ(shown(TestAuthority("another").issue({.common_name = "acme"})), "closed");
  EXPECT_EQ(shown(authority().issue({.common_name = "acme", .last_year = 2020})), "closed");
  until_counted(&Totals::tls_failed, std::uint64_t{2});
}

TEST_F(ServerEdge, ProxiesNameTheirClients) {
  start({.proxies = loopback_proxies(true)});
  EXPECT_EQ(after("PROXY TCP4 192.0.2.7 203.0.113.1 51234 443\r\n"), "192.0.2.7");
  EXPECT_EQ(after("PROXY TCP6 2001:db8::7 2001:db8::1 51234 443\r\n"), "2001:db8::7");
  EXPECT_EQ(after("PROXY UNKNOWN\r\n"), "127.0.0.1");
  EXPECT_EQ(after("\r\n\r\n\0\r\nQUIT\n\x21\x11\0\x0c\xc0\x00\x02\x09\xcb\x00\x71\x01\xc8\x22\x01\xbb"s), "192.0.2.9");
  EXPECT_EQ(after("\r\n\r\n\0\r\nQUIT\n\x20\x00\0\0"s), "127.0.0.1");
  EXPECT_EQ(server->totals().proxy_failed, 0U);
}

TEST_F(ServerEdge, ProxiesMustSendTheirHeader) {
  start({.proxies = loopback_proxies(true)});
  EXPECT_EQ(after(""), "closed");
  EXPECT_EQ(after("PROXY TCP4 192.0.2.7 203.0.113.1 51234 99999\r\n"), "closed");
  EXPECT_EQ(after("\r\n\r\n\0\r\nQUIT\n\x11\x11\0\x0c\xc0\x00\x02\x09\xcb\x00\x71\x01\xc8\x22\x01\xbb"s), "closed");
  until_counted(&Totals::proxy_failed, std::uint64_t{3});
}

TEST_F(ServerEdge, NobodyElseMaySendTheHeader) {
  start({});
  EXPECT_EQ(after("PROXY TCP4 192.0.2.7 203.0.113.1 51234 443\r\n"), "400");
  server->use({.proxies = {{IpRange::parse("10.0.0.0/8").value()}, true, TrustedProxies::Header::none}});
  EXPECT_EQ(after("PROXY TCP4 192.0.2.7 203.0.113.1 51234 443\r\n"), "400") << "not among the trusted ones";
  EXPECT_EQ(after(""), "127.0.0.1") << "served as itself";
}

TEST_F(ServerEdge, TheHeaderStandsBeforeTheHandshake) {
  start({.tls = tls_for("localhost"), .proxies = loopback_proxies(true)});
  EXPECT_EQ(after("PROXY TCP4 192.0.2.7 203.0.113.1 51234 443\r\n"), "closed") << "and then plain HTTP";
  until_counted(&Totals::tls_failed, std::uint64_t{1});
  EXPECT_FALSE(secure().call({})) << "a handshake without it";
  until_counted(&Totals::proxy_failed, std::uint64_t{1});

  const auto context = client_tls_context({.ca = authority().certificate()}).value();
  const Url url{.host = "127.0.0.1", .port = server->address().port};
  const auto socket = ClientSocket::open(url, 5s, nullptr).value();
  const Deadline deadline(5s);
  for (const char c : "PROXY TCP4 192.0.2.7 203.0.113.1 51234 443\r\n"s) socket->send({&c, 1}, deadline);
  ASSERT_TRUE(socket->begin_tls(*context, "localhost", deadline));
  socket->send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", deadline);
  std::string all, some(1'000, '\0');
  std::size_t got = 0;
  while (socket->receive(some.data(), some.size(), got, deadline) == ClientSocket::Result::done) all.append(some, 0, got);
  EXPECT_TRUE(all.ends_with("192.0.2.7 secure")) << all;
}

TEST_F(ServerEdge, TheClientsThatProxiesAnnounceAreCounted) {
  start({.proxies = loopback_proxies(true), .connections_per_peer_max = 1});
  const auto open_as = [&](const std::string& address) {
    Client client = plain();
    const auto sent =
        client.send_raw("PROXY TCP4 " + address + " 203.0.113.1 51234 443\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n");
    const auto answer = client.read_response();
    return std::pair{sent && answer, std::move(client)};
  };
  const auto first = open_as("192.0.2.1"), other = open_as("192.0.2.2"), again = open_as("192.0.2.1");
  EXPECT_TRUE(first.first);
  EXPECT_TRUE(other.first) << "another client by way of the same proxy";
  EXPECT_FALSE(again.first);
  EXPECT_EQ(server->totals().refused_per_peer, 1U);
  const auto proxy = open_as("10.0.0.1"), proxy_again = open_as("10.0.0.1");
  EXPECT_TRUE(proxy.first && proxy_again.first) << "proxies behind proxies are not counted";
}

TEST_F(ServerEdge, ForwardedHeadersNameTheClientOfEachRequest) {
  start({.proxies = loopback_proxies(false, TrustedProxies::Header::forwarded)});
  EXPECT_EQ(after(""), "127.0.0.1");
  EXPECT_EQ(after("", "Forwarded: for=192.0.2.1\r\nForwarded: for=192.0.2.7, for=10.0.0.1\r\n"), "192.0.2.7");
  EXPECT_EQ(after("", "X-Forwarded-For: 192.0.2.1\r\n"), "127.0.0.1");
  EXPECT_EQ(after("", "Forwarded: for=unknown\r\n"), "400");
  server->use({.proxies = loopback_proxies(true, TrustedProxies::Header::x_forwarded_for)});
  EXPECT_EQ(after("PROXY TCP4 10.9.9.9 203.0.113.1 1 2\r\n", "X-Forwarded-For: 192.0.2.1\r\n"), "192.0.2.1");
  EXPECT_EQ(after("PROXY TCP4 192.0.2.7 203.0.113.1 1 2\r\n", "X-Forwarded-For: 192.0.2.1\r\n"), "192.0.2.7")
      << "announced, and no proxy itself";
}

TEST_F(ServerEdge, ABadForwardedHeaderEndsTheConnection) {
  start({.proxies = loopback_proxies(false, TrustedProxies::Header::x_forwarded_for)});
  Client client = plain();
  const std::string bad = "POST / HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: unknown\r\nContent-Length: 3\r\n\r\nabc";
  ASSERT_TRUE(client.send_raw(bad + "GET / HTTP/1.1\r\nHost: a\r\n\r\n"));
  EXPECT_EQ(client.read_response()->status, 400);
  EXPECT_FALSE(client.read_response());
}

TEST_F(ServerEdge, PAR12_ClientsThatTrickleTheirHandshakeHoldNobodyUp) {
  start({.tls = tls_for("localhost")}, 2s);
  std::vector<Client> slow;
  slow.reserve(50);
  for (int i = 0; i < 50; ++i) {
    slow.push_back(plain());
    ASSERT_TRUE(slow.back().send_raw("\x16\x03\x01\x02"));
  }
  Client good = secure();
  for (int i = 0; i < 100; ++i) EXPECT_EQ(good.call({})->status, 200);
  for (Client& client : slow) {
    std::ignore = client.send_raw("\0"s);
    EXPECT_FALSE(client.read_response()) << "no answer can be given before the handshake";
  }
  EXPECT_EQ(server->totals().tls_failed, 50U);
}

TEST_F(ServerEdge, PAR12_ClientsThatTrickleTheirProxyHeaderAreClosed) {
  start({.proxies = loopback_proxies(true)}, 300ms);
  Client slow = plain(), silent = plain();
  ASSERT_TRUE(slow.send_raw("PROXY TC"));
  ASSERT_TRUE(silent.send_raw(""));
  EXPECT_FALSE(slow.read_response());
  EXPECT_FALSE(silent.read_response());
  EXPECT_EQ(server->totals().proxy_failed, 1U) << "who says nothing has not failed";
}

}  // namespace
}  // namespace senja::net
