#include "net/client.h"

#include <algorithm>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <utility>

#include "net/client_socket.h"
#include "net/deadline.h"
#include "senja/model/request.h"

namespace senja::net {

namespace http = boost::beast::http;

namespace {

constexpr std::size_t answer_head_bytes_max = 64 * 1024;
constexpr std::size_t read_bytes = 16 * 1024;

using Failure = std::unexpected<std::string>;

ClientResponse plain(http::response<http::string_body>&& message);

}  // namespace

struct Client::Connection {
  std::unique_ptr<ClientSocket> socket;
  std::string unread{};  // bytes beyond the last answer
};

std::expected<ClientResponse, std::string> Client::call(const ClientRequest& request) {
  if (connected() && !(connection_->unread.empty() && connection_->socket->silent())) close();
  if (auto sent = send_raw(request_text(request, url_.authority())); !sent) return Failure(sent.error());
  return read_response(request.method == "HEAD");
}

std::expected<void, std::string> Client::send_raw(std::string_view bytes) {
  if (!connected())
    if (auto done = connect(); !done) return done;
  const ClientSocket::Result result = connection_->socket->send(bytes, Deadline(limits_.answer_timeout));
  using enum ClientSocket::Result;
  // A peer may answer and close before it has read everything: its answer is still worth reading.
  if (result == done || result == ended) return {};
  const std::string why =
      result == late ? "the peer took no bytes in time" : "cannot send: " + connection_->socket->failure();
  close();
  return Failure(why);
}

std::expected<void, std::string> Client::connect() {
  if (url_.secure && !tls_context_) {
    auto context = client_tls_context(tls_);
    if (!context) return Failure(context.error());
    tls_context_ = std::move(*context);
  }
  auto socket = ClientSocket::open(url_, limits_.connect_timeout, tls_context_.get());
  if (!socket) return Failure(socket.error());
  connection_ = std::make_unique<Connection>(std::move(*socket));
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
      std::size_t got = 0;
      switch (connection_->socket->receive(chunk, sizeof chunk, got, deadline)) {
        case ClientSocket::Result::done:
          buffer.append(chunk, got);
          break;
        case ClientSocket::Result::ended:
          if (!parser.got_some()) return give_up("the peer closed the connection without an answer");
          parser.put_eof(error);
          if (error) return give_up("the peer closed the connection in the middle of its answer");
          ended = true;
          break;
        case ClientSocket::Result::late:
          return give_up("no answer in time");
        case ClientSocket::Result::broken:
          return give_up("cannot read the answer: " + connection_->socket->failure());
      }
    }
    if (parser.get().result_int() / 100 == 1) continue;
    if (ended || !parser.keep_alive()) close();
    return plain(parser.release());
  }
}

Client::Client(Url url, ClientLimits limits, ClientTls tls) : url_(std::move(url)), limits_(limits), tls_(std::move(tls)) {}
Client::Client(std::string host, std::uint16_t port, ClientLimits limits)
    : Client(Url{.host = std::move(host), .port = port}, limits) {}
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

ClientResponse plain(http::response<http::string_body>&& message) {
  ClientResponse response{static_cast<int>(message.result_int()), {}, std::move(message.body())};
  for (const auto& field : message) response.headers.emplace_back(field.name_string(), field.value());
  return response;
}

}  // namespace

}  // namespace senja::net
