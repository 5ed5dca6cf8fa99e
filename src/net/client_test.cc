#include "net/client.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <functional>
#include <thread>

namespace senja::net {
namespace {

// A server that plays one script a connection, on a free port of the loopback.
class Script {
 public:
  using Part = std::function<void(int socket)>;

  explicit Script(std::vector<Part> parts) : listener_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    EXPECT_EQ(::bind(listener_, reinterpret_cast<sockaddr*>(&address), size), 0);
    EXPECT_EQ(::listen(listener_, 8), 0);
    ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size);
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this, parts = std::move(parts)] {
      for (const Part& part : parts) {
        const int socket = ::accept(listener_, nullptr, nullptr);
        part(socket);
        ::close(socket);
      }
    });
  }
  ~Script() {
    thread_.join();
    ::close(listener_);
  }
  std::uint16_t port() const { return port_; }

 private:
  int listener_;
  std::uint16_t port_ = 0;
  std::thread thread_;
};

std::string heard(int socket) {  // one request without a body, or with one that came along
  std::string text;
  char chunk[4096];
  while (text.find("\r\n\r\n") == text.npos) {
    const auto got = ::recv(socket, chunk, sizeof chunk, 0);
    if (got <= 0) break;
    text.append(chunk, static_cast<std::size_t>(got));
  }
  return text;
}
void say(int socket, std::string_view text) { ::send(socket, text.data(), text.size(), MSG_NOSIGNAL); }
void until_closed(int socket) {
  char byte = 0;
  while (::recv(socket, &byte, 1, 0) > 0) {
  }
}

TEST(Client, SendsARequestAndReadsItsAnswer) {
  std::string seen;
  Script server({[&](int socket) {
    seen = heard(socket);
    say(socket, "HTTP/1.1 201 Created\r\nETag: \"7\"\r\nContent-Length: 2\r\n\r\nhi");
  }});
  Client client("127.0.0.1", server.port());
  const auto answer = client.call({"PUT", "/v1/resources/r1", {{"If-Match", "6"}}, ""});
  ASSERT_TRUE(answer) << answer.error();
  EXPECT_EQ(answer->status, 201);
  EXPECT_EQ(answer->header("etag"), "\"7\"");
  EXPECT_EQ(answer->body, "hi");
  EXPECT_EQ(seen, "PUT /v1/resources/r1 HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(server.port()) +
                      "\r\nIf-Match: 6\r\nContent-Length: 0\r\n\r\n");
}

TEST(Client, KeepsTheConnectionAndConnectsAnewAfterItWasClosed) {
  Script server({[](int socket) {
                   for (int i = 0; i < 2; ++i) {
                     heard(socket);
                     say(socket, "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na");
                   }
                 },
                 [](int socket) {
                   heard(socket);
                   say(socket, "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 1\r\n\r\nb");
                 }});
  Client client("localhost", server.port());
  EXPECT_EQ(client.call({}).value().body, "a");
  EXPECT_TRUE(client.connected());
  EXPECT_EQ(client.call({}).value().body, "a");
  client.close();
  EXPECT_EQ(client.call({}).value().body, "b");
  EXPECT_FALSE(client.connected());
}

TEST(Client, ReadsChunksPassesOverInterimAnswersAndReadsToTheEnd) {
  Script server({[](int socket) {
    heard(socket);
    say(socket, "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n");
    say(socket, "2\r\nde\r\n0\r\n\r\n");
    heard(socket);
    say(socket, "HTTP/1.0 200 OK\r\n\r\nto the end");
  }});
  Client client("127.0.0.1", server.port());
  EXPECT_EQ(client.call({}).value().body, "abcde");
  EXPECT_EQ(client.call({}).value().body, "to the end");
}

TEST(Client, SendsRawBytesAndReadsPipelinedAnswersInOrder) {
  Script server({[](int socket) {
    heard(socket);
    say(socket, "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n1HTTP/1.1 404 Not Found\r\nContent-Length: 1\r\n\r\n2");
  }});
  Client client("127.0.0.1", server.port());
  ASSERT_TRUE(client.send_raw("GET /1 HTTP/1.1\r\n\r\nGET /2 HTTP/1.1\r\n\r\n"));
  EXPECT_EQ(client.read_response().value().body, "1");
  EXPECT_EQ(client.read_response().value().status, 404);
}

TEST(Client, SaysWhatIsWrongWithThePeer) {
  Script server({[](int socket) { heard(socket); },
                 [](int socket) {
                   heard(socket);
                   say(socket, "SSH-2.0-OpenSSH\r\n");
                 },
                 [](int socket) {
                   heard(socket);
                   say(socket, "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc");
                 },
                 until_closed});
  Client client("127.0.0.1", server.port(), {.answer_timeout = std::chrono::milliseconds{50}});
  EXPECT_EQ(client.call({}).error(), "the peer closed the connection without an answer");
  EXPECT_EQ(client.call({}).error().substr(0, 22), "the answer is not HTTP");
  EXPECT_EQ(client.call({}).error(), "the peer closed the connection in the middle of its answer");
  EXPECT_EQ(client.call({}).error(), "no answer in time");
}

TEST(Client, AnswersBeyondTheLimitAreRefused) {
  Script server({[](int socket) {
    heard(socket);
    say(socket, "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabcdefghi");
  }});
  Client client("127.0.0.1", server.port(), {.body_bytes_max = 8});
  EXPECT_FALSE(client.call({}));
}

TEST(Client, NobodyListens) {
  std::uint16_t port = 0;
  {
    Script gone({});
    port = gone.port();
  }
  const auto answer = Client("127.0.0.1", port).call({});
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error(), "cannot connect to 127.0.0.1:" + std::to_string(port) + ": Connection refused");
}

TEST(Client, SaysWhichOfItsFilesIsWrong) {
  const Url url{.host = "127.0.0.1", .port = 1, .secure = true};
  EXPECT_EQ(Client(url, {}, {.ca = PemFile{"ca.pem", "no PEM"}}).call({}).error(), "\"ca.pem\" holds no certificate in PEM");
}

TEST(Client, AServerThatSpeaksNoTlsIsToldFromOne) {
  Script server({[](int socket) {
                   char some[64];
                   ::recv(socket, some, sizeof some, 0);
                   say(socket, "HTTP/1.1 400 Bad Request\r\n\r\n");
                   until_closed(socket);
                 },
                 until_closed});
  const Url url{.host = "127.0.0.1", .port = server.port(), .secure = true};
  const std::string start = "cannot connect to 127.0.0.1:" + std::to_string(server.port()) + " over TLS: ";
  EXPECT_EQ(Client(url).call({}).error(), start + "wrong version number");
  EXPECT_EQ(Client(url, {.connect_timeout = std::chrono::milliseconds{50}}).call({}).error(), start + "no answer in time");
}

TEST(Url, IsReadOrRefused) {
  const auto url = parse_url("http://[::1]:8081/v1/events?limit=5#x");
  ASSERT_TRUE(url);
  EXPECT_EQ(url->host, "::1");
  EXPECT_EQ(url->port, 8081);
  EXPECT_EQ(url->target, "/v1/events?limit=5");
  EXPECT_EQ(url->authority(), "[::1]:8081");
  EXPECT_EQ(parse_url("http://host").value().target, "/");
  EXPECT_EQ(parse_url("http://host?a=1").value().target, "/?a=1");
  EXPECT_EQ(parse_url("http://host").value().port, 80);
  EXPECT_FALSE(parse_url("http://host").value().secure);
  EXPECT_TRUE(parse_url("https://host:8443/").value().secure);
  EXPECT_EQ(parse_url("https://host/").value().port, 443);
  for (const char* bad :
       {"", "host", "ftp://host/", "https://", "HTTPS://host/", "http://", "http://u:p@host/", "http://host:0/",
        "http://host:x/", "http://host:70000/", "http://[::1/", "http://host/a b", "http://host:/", "http://[::1]8/"})
    EXPECT_FALSE(parse_url(bad)) << bad;
}

}  // namespace
}  // namespace senja::net
