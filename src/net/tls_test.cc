#include "net/tls.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <functional>
#include <string>

#include "net/client_socket.h"
#include "net/test_certificates.h"

namespace senja::net {
namespace {

// Both ends of one connection in one thread: neither ever blocks.
struct TlsPair {
  explicit TlsPair(const TlsFiles& server_files, const ClientTls& client_tls, const std::string& host = "localhost")
      : client_context(client_tls_context(client_tls).value()) {
    EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, sockets.data()), 0);
    server = TlsContext::load(server_files).value()->accept(sockets[0]);
    client = std::make_unique<TlsStream>(*client_context, sockets[1], TlsStream::Side::client);
    client->expect_peer(host);
  }
  ~TlsPair() {
    for (const int socket : sockets) ::close(socket);
  }

  // Both sides in turn, until each is done or has ended.
  void shake_hands() {
    Progress at_server = Progress::needs_read, at_client = Progress::needs_read;
    const auto unfinished = [](Progress p) { return p == Progress::needs_read || p == Progress::needs_write; };
    for (int i = 0; i < 20 && (unfinished(at_server) || unfinished(at_client)); ++i) {
      if (unfinished(at_client)) at_client = client->handshake();
      if (unfinished(at_server)) at_server = server->handshake();
    }
    server_ended = at_server == Progress::ended;
    client_ended = at_client == Progress::ended;
  }

  std::shared_ptr<ssl_ctx_st> client_context;
  std::array<int, 2> sockets{};
  std::unique_ptr<TlsStream> server, client;
  bool server_ended = false, client_ended = false;
};

// All that `reader` has now. A record that carries nothing for it (a ticket) ends a read, too, and there are two at most.
std::string drained(TlsStream& reader) {
  std::string all;
  std::array<char, 1'000> some{};
  for (int waits = 0; waits < 3;) {
    std::size_t got = 0;
    if (reader.read(some.data(), some.size(), got) != Progress::done) ++waits;
    all.append(some.data(), got);
  }
  return all;
}

const TestAuthority& authority() {
  static const TestAuthority made;
  return made;
}
ClientTls believing(const TestAuthority& ca) { return {.ca = ca.certificate()}; }

TEST(TlsStream, BytesGoBothWays) {
  TlsPair pair(authority().server_files(), believing(authority()));
  EXPECT_FALSE(pair.server->begun());
  pair.shake_hands();
  ASSERT_FALSE(pair.server_ended || pair.client_ended) << pair.client->failure();
  EXPECT_TRUE(pair.server->begun());
  std::string_view question = "ping", answer = "pong";
  EXPECT_EQ(pair.client->write(question), Progress::done);
  EXPECT_EQ(drained(*pair.server), "ping");
  EXPECT_EQ(pair.server->write(answer), Progress::done);
  EXPECT_EQ(drained(*pair.client), "pong");
}

TEST(TlsStream, WhatWasDecryptedIsNotForgotten) {
  TlsPair pair(authority().server_files(), believing(authority()));
  pair.shake_hands();
  std::string_view bytes = "123456";
  ASSERT_EQ(pair.client->write(bytes), Progress::done);
  std::array<char, 2> some{};
  std::size_t got = 0;
  ASSERT_EQ(pair.server->read(some.data(), some.size(), got), Progress::done);
  EXPECT_EQ(got, 2U);
  EXPECT_TRUE(pair.server->bytes_at_hand()) << "and the socket is not readable";
  EXPECT_EQ(drained(*pair.server), "3456");
  EXPECT_FALSE(pair.server->bytes_at_hand());
}

TEST(TlsStream, APeerThatDoesNotReadStopsTheWriterAndLosesNothing) {
  TlsPair pair(authority().server_files(), believing(authority()));
  pair.shake_hands();
  std::string sent(3'000'000, '\0');
  for (std::size_t i = 0; i < sent.size(); ++i) sent[i] = static_cast<char>(i * 7 % 251);
  std::string_view rest = sent;
  std::string received;
  bool stopped = false;
  while (!rest.empty()) {
    // The bytes move between the calls, as they do in a buffer that grows.
    const std::string elsewhere(rest);
    std::string_view view = elsewhere;
    const Progress progress = pair.server->write(view);
    ASSERT_NE(progress, Progress::ended) << pair.server->failure();
    stopped = stopped || progress == Progress::needs_write;
    rest.remove_prefix(rest.size() - view.size());
    received += drained(*pair.client);
  }
  EXPECT_TRUE(stopped);
  EXPECT_EQ(received, sent);
}

TEST(TlsStream, AGoodbyeIsAnEndWithoutAFailure) {
  TlsPair pair(authority().server_files(), believing(authority()));
  pair.shake_hands();
  std::string_view last = "last words";
  ASSERT_EQ(pair.server->write(last), Progress::done);
  ASSERT_EQ(pair.server->say_goodbye(), Progress::done);
  EXPECT_EQ(drained(*pair.client), "last words");
  char byte = 0;
  std::size_t got = 0;
  EXPECT_EQ(pair.client->read(&byte, 1, got), Progress::ended);
  EXPECT_EQ(pair.client->failure(), "");
  std::string_view more = "more";
  EXPECT_EQ(pair.client->write(more), Progress::done) << "the other direction is open still";
}

TEST(TlsStream, AnEndWithoutAGoodbyeIsAFailure) {
  TlsPair pair(authority().server_files(), believing(authority()));
  pair.shake_hands();
  drained(*pair.client);
  ::shutdown(pair.sockets[0], SHUT_WR);
  char byte = 0;
  std::size_t got = 0;
  EXPECT_EQ(pair.client->read(&byte, 1, got), Progress::ended);
  EXPECT_NE(pair.client->failure(), "");
}

TEST(TlsStream, RubbishFailsTheHandshake) {
  TlsPair pair(authority().server_files(), believing(authority()));
  const std::string_view rubbish = "GET / HTTP/1.1\r\n\r\n";
  ASSERT_EQ(::send(pair.sockets[1], rubbish.data(), rubbish.size(), 0), static_cast<ssize_t>(rubbish.size()));
  EXPECT_EQ(pair.server->handshake(), Progress::ended);
  EXPECT_EQ(pair.server->failure(), "http request");
  EXPECT_TRUE(pair.server->begun());
}

TEST(TlsStream, ServersAreVerifiedByChainAndByName) {
  const auto refused = [](const TlsFiles& files, const ClientTls& tls, const std::string& host) {
    TlsPair pair(files, tls, host);
    pair.shake_hands();
    return pair.client_ended ? pair.client->failure() : "";
  };
  const TestAuthority other("another authority");
  const TlsFiles files = authority().server_files();
  EXPECT_EQ(refused(files, believing(authority()), "localhost"), "");
  EXPECT_EQ(refused(files, believing(authority()), "127.0.0.1"), "");
  EXPECT_EQ(refused(files, believing(authority()), "::1"), "");
  EXPECT_EQ(refused(files, believing(authority()), "example.org"), "the certificate is not accepted: hostname mismatch");
  EXPECT_EQ(refused(files, believing(authority()), "127.0.0.2"), "the certificate is not accepted: IP address mismatch");
  EXPECT_EQ(refused(files, believing(other), "localhost"),
            "the certificate is not accepted: unable to get local issuer certificate");
  EXPECT_NE(refused(files, {}, "localhost"), "") << "the system's authorities do not know it";
  const TestIdentity old = authority().issue({.common_name = "localhost", .names = {"DNS:localhost"}, .last_year = 2020});
  EXPECT_EQ(refused({.certificate = old.certificate, .key = old.key}, believing(authority()), "localhost"),
            "the certificate is not accepted: certificate has expired");
}

TEST(TlsStream, AClientsCertificateIsReadOnlyIfTheAuthoritiesVouchForIt) {
  TlsFiles files = authority().server_files();
  files.client_ca = authority().certificate();
  const TestIdentity identity = authority().issue(
      {.common_name = "acme sender",
       .names = {"DNS:sender.acme.example", "URI:spiffe://acme/sender", "email:ops@acme.example", "IP:192.0.2.1"}});
  ClientTls tls = believing(authority());
  {
    TlsPair pair(files, tls);
    pair.shake_hands();
    EXPECT_FALSE(pair.server_ended) << "optional";
    EXPECT_FALSE(pair.server->peer_certificate());
  }
  tls.certificate = identity.certificate;
  tls.key = identity.key;
  {
    TlsPair pair(files, tls);
    pair.shake_hands();
    const auto certificate = pair.server->peer_certificate();
    ASSERT_TRUE(certificate) << pair.server->failure();
    EXPECT_EQ(certificate->subject, "acme sender");
    EXPECT_EQ(certificate->names,
              (std::vector<std::string>{"sender.acme.example", "spiffe://acme/sender", "ops@acme.example"}));
  }
  {
    TlsPair pair(authority().server_files(), tls);
    pair.shake_hands();
    EXPECT_FALSE(pair.server->peer_certificate()) << "nobody asked for it";
  }
  const TestAuthority other("another authority");
  const TestIdentity forged = other.issue({.common_name = "acme sender"});
  tls.certificate = forged.certificate;
  tls.key = forged.key;
  TlsPair pair(files, tls);
  pair.shake_hands();
  EXPECT_TRUE(pair.server_ended);
  EXPECT_FALSE(pair.server->peer_certificate());
}

TEST(TlsStream, ACertificateWithoutOtherNamesIsForItsCommonName) {
  TlsFiles files = authority().server_files();
  files.client_ca = authority().certificate();
  const auto read = [&](const TestSubject& subject) {
    const TestIdentity identity = authority().issue(subject);
    TlsPair pair(files, {.ca = authority().certificate(), .certificate = identity.certificate, .key = identity.key});
    pair.shake_hands();
    return pair.server->peer_certificate().value().names;
  };
  EXPECT_EQ(read({.common_name = "sender"}), std::vector<std::string>{"sender"});
  EXPECT_EQ(read({.common_name = "sender", .names = {"IP:192.0.2.1"}}), std::vector<std::string>{"sender"});
  EXPECT_EQ(read({.common_name = "sender\x1b[31m"}), std::vector<std::string>{}) << "control bytes";
}

TEST(TlsContext, SaysWhichFileIsWrongAndHow) {
  const auto problem = [](const std::function<void(TlsFiles&)>& spoil) {
    TlsFiles files = authority().server_files();
    spoil(files);
    const auto loaded = TlsContext::load(files);
    return loaded ? "" : std::string{loaded.error().part} + ": " + loaded.error().text;
  };
  const std::string good = authority().server_files().certificate.text;
  EXPECT_EQ(problem([](TlsFiles&) {}), "");
  EXPECT_EQ(problem([](TlsFiles& files) { files.certificate.text = ""; }),
            "certificate: \"certificate.pem\" holds no certificate in PEM");
  EXPECT_EQ(problem([](TlsFiles& files) { files.certificate.text = files.key.text; }),
            "certificate: \"certificate.pem\" holds no certificate in PEM");
  EXPECT_TRUE(problem([&](TlsFiles& files) {
                files.certificate.text = good.substr(0, good.size() / 2);
              }).starts_with("certificate: \"certificate.pem\" holds a certificate that cannot be read: "));
  EXPECT_TRUE(problem([&](TlsFiles& files) {
                files.certificate.text += good.substr(0, good.size() / 2);
              }).starts_with("certificate: \"certificate.pem\" holds a certificate that cannot be read: "));
  EXPECT_TRUE(problem([](TlsFiles& files) {
                files.key.text = "secret";
              }).starts_with("key: \"key.pem\" holds no private key in PEM"));
  EXPECT_EQ(problem([](TlsFiles& files) { files.key = authority().issue_server().key; }),
            "key: \"key.pem\" does not belong to the certificate");
  EXPECT_EQ(problem([](TlsFiles& files) { files.client_ca = PemFile{"clients.pem", "x"}; }),
            "client_ca: \"clients.pem\" holds no certificate in PEM");
}

TEST(TlsContext, AKeyWithAPasswordIsRefusedWithoutAsking) {
  TlsFiles files = authority().server_files();
  files.key.text =
      "-----BEGIN EC PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00112233445566778899AABBCCDDEEFF\n\n"
      "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n-----END EC PRIVATE KEY-----\n";
  EXPECT_TRUE(TlsContext::load(files).error().text.starts_with("\"key.pem\" is encrypted: "));
}

TEST(TlsContext, OneFileMayHoldCertificateChainAndKey) {
  TlsFiles files = authority().server_files();
  files.certificate.text = files.key.text + files.certificate.text + authority().certificate().text;
  files.key = files.certificate;
  TlsPair pair(files, believing(authority()));
  pair.shake_hands();
  EXPECT_FALSE(pair.client_ended) << pair.client->failure();
}

TEST(TlsContext, AnExpiredCertificateIsAWarning) {
  const TestIdentity old = authority().issue({.common_name = "localhost", .last_year = 2020});
  const auto loaded = TlsContext::load({.certificate = old.certificate, .key = old.key});
  ASSERT_TRUE(loaded);
  EXPECT_EQ((*loaded)->warnings(), std::vector<std::string>{"\"certificate.pem\" holds a certificate that has expired"});
  EXPECT_EQ((*loaded)->expires_at(), WallTime{std::chrono::seconds{1'609'459'199}}) << "2020-12-31T23:59:59Z";
  EXPECT_TRUE(TlsContext::load(authority().server_files()).value()->warnings().empty());
}

}  // namespace
}  // namespace senja::net
