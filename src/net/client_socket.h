// The client's end of a connection, plain or under TLS, with calls that wait until a deadline.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <memory>
#include <string>
#include <string_view>

#include "net/client.h"
#include "net/deadline.h"
#include "net/tls_stream.h"

namespace senja::net {

// What a client's connections share: whom it believes, and what it shows. Errors name the file.
std::expected<std::shared_ptr<ssl_ctx_st>, std::string> client_tls_context(const ClientTls& tls);

class ClientSocket {
 public:
  // `tls` outlives it; nullptr: plain. The server must hold a certificate for the URL's host.
  static std::expected<std::unique_ptr<ClientSocket>, std::string> open(const Url& url, Micros timeout, ssl_ctx_st* tls);
  ~ClientSocket();
  ClientSocket(const ClientSocket&) = delete;
  ClientSocket& operator=(const ClientSocket&) = delete;

  // On a plain connection: TLS from here on.
  std::expected<void, std::string> begin_tls(ssl_ctx_st& context, const std::string& host, const Deadline& deadline);

  enum class Result : std::uint8_t { done, ended, late, broken };  // broken: failure() says how
  Result send(std::string_view bytes, const Deadline& deadline);
  Result receive(char* into, std::size_t size, std::size_t& got, const Deadline& deadline);
  bool silent() const;  // open, and nothing has come
  const std::string& failure() const { return failure_; }

 private:
  explicit ClientSocket(int socket) : socket_(socket) {}
  template <class Step>
  Result wait_for(const Deadline& deadline, Step step);
  Progress send_plain(std::string_view& bytes);
  Progress receive_plain(char* into, std::size_t size, std::size_t& got);

  const int socket_;
  std::unique_ptr<TlsStream> tls_;
  std::string failure_;
};

}  // namespace senja::net
