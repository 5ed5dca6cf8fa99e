#include "net/client.h"

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <cerrno>
#include <cstring>

#include "net/deadline.h"
#include "senja/model/request.h"

namespace senja::net {

namespace http = boost::beast::http;

namespace {

constexpr std::size_t answer_head_bytes_max = 64 * 1024;
constexpr std::size_t read_bytes = 16 * 1024;

using Failure = std::unexpected<std::string>;

Failure failed(std::string_view what, int error) { return Failure(std::string(what) + ": " + std::strerror(error)); }
std::expected<int, std::string> open_socket(const addrinfo& address, const Deadline& deadline);
std::expected<int, std::string> connect_to(const std::string& host, std::uint16_t port, Micros timeout);
ClientResponse plain(http::response<http::string_body>&& message);

}  // namespace

struct Client::Connection {
  explicit Connection(int opened) : socket(opened) {}
  ~Connection() { ::close(socket); }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  // Open and silent. Bytes that nobody asked for are a farewell (408) or belong to an answer that nobody read.
  bool idle() const {
    char byte = 0;
    const auto got = ::recv(socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    return unread.empty() && got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
  }

  int socket;
  std::string unread;  // bytes beyond the last answer
};

std::expected<ClientResponse, std::string> Client::call(const ClientRequest& request) {
  if (connected() && !connection_->idle()) close();
  const std::string authority = Url{host_, port_, "/"}.authority();
  if (auto sent = send_raw(request_text(request, authority)); !sent) return Failure(sent.error());
  return read_response(request.method == "HEAD");
}

std::expected<void, std::string> Client::send_raw(std::string_view bytes) {
  if (!connected()) {
    auto socket = connect_to(host_, port_, limits_.connect_timeout);
    if (!socket) return Failure(socket.error());
    connection_ = std::make_unique<Connection>(*socket);
  }
  const Deadline deadline(limits_.answer_timeout);
  while (!bytes.empty()) {
    const auto sent = ::send(connection_->socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      if (!deadline.wait(connection_->socket, POLLOUT)) {
        close();
        return Failure("the peer took no bytes in time");
      }
    } else if (errno != EINTR) {
      const int error = errno;
      // A peer may answer and close before it has read everything: its answer is still worth reading.
      if (error == EPIPE || error == ECONNRESET) return {};
      close();
      return failed("cannot send", error);
    }
  }
  return {};
}

std::expected<ClientResponse, std::string> Client::read_response(bool to_head) {
  if (!connected()) return Failure("there is no connection to read from");
  const Deadline deadline(limits_.answer_timeout);
  const auto give_up = [this](std::string why) {
    close();
    return Failure(std::move(why));
  };

  std::string& buffer = connection_->unread;
  for (;;) {  // one round an answer: interim ones (1xx) are passed over
    http::response_parser<http::string_body> parser;
    parser.header_limit(answer_head_bytes_max);
    parser.body_limit(limits_.body_bytes_max);
    parser.eager(true);
    parser.skip(to_head);
    bool ended = false;
    while (!parser.is_done()) {
      boost::system::error_code error;
      const std::size_t used = buffer.empty() ? 0 : parser.put(boost::asio::buffer(buffer), error);
      if (error && error != http::error::need_more) return give_up("the answer is not HTTP: " + error.message());
      buffer.erase(0, used);
      if (used > 0) continue;

      char chunk[read_bytes];
      const auto got = ::recv(connection_->socket, chunk, sizeof chunk, 0);
      if (got > 0) {
        buffer.append(chunk, static_cast<std::size_t>(got));
      } else if (got == 0) {
        if (!parser.got_some()) return give_up("the peer closed the connection without an answer");
        parser.put_eof(error);
        if (error) return give_up("the peer closed the connection in the middle of its answer");
        ended = true;
      } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
        if (!deadline.wait(connection_->socket, POLLIN)) return give_up("no answer in time");
      } else if (errno != EINTR) {
        const int reason = errno;
        return give_up(failed("cannot read the answer", reason).error());
      }
    }
    if (parser.get().result_int() / 100 == 1) continue;
    if (ended || !parser.keep_alive()) close();
    return plain(parser.release());
  }
}

Client::Client(std::string host, std::uint16_t port, ClientLimits limits)
    : host_(std::move(host)), port_(port), limits_(limits) {}
Client::Client(Client&&) noexcept = default;
Client& Client::operator=(Client&&) noexcept = default;
Client::~Client() = default;

void Client::close() { connection_.reset(); }
bool Client::connected() const { return connection_ != nullptr; }

std::string request_text(const ClientRequest& request, std::string_view authority) {
  std::string text = request.method + " " + request.target + " HTTP/1.1\r\nHost: ";
  text.append(authority).append("\r\n");
  for (const auto& [name, value] : request.headers) text.append(name).append(": ").append(value).append("\r\n");
  if (!request.body.empty() || (request.method != "GET" && request.method != "HEAD"))
    text.append("Content-Length: ").append(std::to_string(request.body.size())).append("\r\n");
  return text.append("\r\n").append(request.body);
}

std::optional<std::string_view> ClientResponse::header(std::string_view name) const {
  for (const auto& [each, value] : headers)
    if (same_name(each, name)) return value;
  return std::nullopt;
}

namespace {

std::expected<int, std::string> connect_to(const std::string& host, std::uint16_t port, Micros timeout) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (const int error = ::getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found); error != 0)
    return Failure("cannot resolve " + host + ": " + ::gai_strerror(error));
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> addresses(found, &::freeaddrinfo);

  const Deadline deadline(timeout);
  std::expected<int, std::string> last = Failure("no address");
  for (const addrinfo* each = addresses.get(); each != nullptr && !last; each = each->ai_next)
    last = open_socket(*each, deadline);
  if (!last) return Failure("cannot connect to " + Url{host, port, "/"}.authority() + ": " + last.error());
  return last;
}

std::expected<int, std::string> open_socket(const addrinfo& address, const Deadline& deadline) {
  const int opened = ::socket(address.ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (opened < 0) return Failure(std::strerror(errno));
  const int on = 1;
  ::setsockopt(opened, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);

  int error = ::connect(opened, address.ai_addr, address.ai_addrlen) == 0 ? 0 : errno;
  if (error == EINPROGRESS) {
    if (!deadline.wait(opened, POLLOUT)) {
      error = ETIMEDOUT;
    } else {
      socklen_t size = sizeof error;
      ::getsockopt(opened, SOL_SOCKET, SO_ERROR, &error, &size);
    }
  }
  if (error == 0) return opened;
  ::close(opened);
  return Failure(std::strerror(error));
}

ClientResponse plain(http::response<http::string_body>&& message) {
  ClientResponse response{static_cast<int>(message.result_int()), {}, std::move(message.body())};
  for (const auto& field : message) response.headers.emplace_back(field.name_string(), field.value());
  return response;
}

}  // namespace

}  // namespace senja::net
