// A blocking HTTP/1.1 client for the command line, the demo and the tests: one connection, kept alive, plain values.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "net/pem.h"
#include "senja/model/time.h"

namespace senja::net {

// "https://senja.internal:8081/v1/events?limit=5"
struct Url {
  std::string host;  // without the brackets of an IPv6 address
  std::uint16_t port = 80;
  std::string target = "/";       // path and query
  bool secure = false;            // https: the port is 443 where none is written
  std::string authority() const;  // as it stands in the Host header
};
// The error says what is wrong with the text.
std::expected<Url, std::string> parse_url(std::string_view text);

using ClientHeaders = std::vector<std::pair<std::string, std::string>>;

struct ClientRequest {
  std::string method = "GET";
  std::string target = "/";
  ClientHeaders headers;  // beside Host and Content-Length, which the client writes
  std::string body;
};

struct ClientResponse {
  int status = 0;
  ClientHeaders headers;
  std::string body;
  std::optional<std::string_view> header(std::string_view name) const;  // the first of that name
};

struct ClientLimits {
  Micros connect_timeout = std::chrono::seconds{5};
  Micros answer_timeout = std::chrono::seconds{30};  // for sending all of a request, and again for all of its answer
  std::size_t body_bytes_max = 64 * 1024 * 1024;
};

// For https: servers are always verified, by chain and by name.
struct ClientTls {
  std::optional<PemFile> ca{};                  // whose certificates are believed; without it, the system's authorities
  std::optional<PemFile> certificate{}, key{};  // shown to a server that asks
};

// One thread at a time. Errors are sentences for people: the peer is unreachable, silent, or does not speak HTTP.
class Client {
 public:
  // Connects to the URL's host, under TLS where it says https; its target is not looked at.
  explicit Client(Url url, ClientLimits limits = {}, ClientTls tls = {});
  Client(std::string host, std::uint16_t port, ClientLimits limits = {});  // plain
  Client(Client&&) noexcept;
  Client& operator=(Client&&) noexcept;
  ~Client();

  // Connects when there is no connection, or when the peer has closed the kept one. Never sends a request twice.
  std::expected<ClientResponse, std::string> call(const ClientRequest& request);

  // The same in two steps, with bytes as they are: for broken requests, pipelining and answers that nobody reads.
  std::expected<void, std::string> send_raw(std::string_view bytes);
  std::expected<ClientResponse, std::string> read_response(bool to_head = false);

  void close();  // the next call connects anew
  bool connected() const;

 private:
  struct Connection;
  std::expected<void, std::string> connect();

  Url url_;
  ClientLimits limits_;
  ClientTls tls_;
  std::shared_ptr<ssl_ctx_st> tls_context_;  // made when it is first needed
  std::unique_ptr<Connection> connection_;
};

// The bytes of a request as call() sends them.
std::string request_text(const ClientRequest& request, std::string_view authority);

}  // namespace senja::net
