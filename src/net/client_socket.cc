#include "net/client_socket.h"

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <new>

namespace senja::net {

namespace {

using Failure = std::unexpected<std::string>;

std::expected<int, std::string> connect_to(const Url& url, const Deadline& deadline);
std::expected<int, std::string> open_socket(const addrinfo& address, const Deadline& deadline);

}  // namespace

std::expected<std::unique_ptr<ClientSocket>, std::string> ClientSocket::open(const Url& url, Micros timeout,
                                                                             ssl_ctx_st* tls) {
  const Deadline deadline(timeout);
  const auto connected = connect_to(url, deadline);
  if (!connected) return Failure(connected.error());
  std::unique_ptr<ClientSocket> socket{new ClientSocket(*connected)};
  if (tls == nullptr) return socket;
  if (auto begun = socket->begin_tls(*tls, url.host, deadline); !begun)
    return Failure("cannot connect to " + url.authority() + " over TLS: " + begun.error());
  return socket;
}

ClientSocket::~ClientSocket() {
  if (tls_) static_cast<void>(tls_->say_goodbye());
  ::close(socket_);
}

std::expected<void, std::string> ClientSocket::begin_tls(ssl_ctx_st& context, const std::string& host,
                                                         const Deadline& deadline) {
  tls_ = std::make_unique<TlsStream>(context, socket_, TlsStream::Side::client);
  tls_->expect_peer(host);
  switch (wait_for(deadline, [this] { return tls_->handshake(); })) {
    case Result::done:
      return {};
    case Result::late:
      return Failure("no answer in time");
    case Result::ended:
      return Failure("the peer closed the connection");
    case Result::broken:
      return Failure(failure_);
  }
  __builtin_unreachable();
}

ClientSocket::Result ClientSocket::send(std::string_view bytes, const Deadline& deadline) {
  return wait_for(deadline, [&] { return tls_ ? tls_->write(bytes) : send_plain(bytes); });
}

ClientSocket::Result ClientSocket::receive(char* into, std::size_t size, std::size_t& got, const Deadline& deadline) {
  return wait_for(deadline, [&] { return tls_ ? tls_->read(into, size, got) : receive_plain(into, size, got); });
}

// Bytes that nobody asked for are a farewell (408) or belong to an answer that nobody read.
bool ClientSocket::silent() const {
  char byte = 0;
  const auto got = ::recv(socket_, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
  return got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK) && !(tls_ && tls_->bytes_at_hand());
}

template <class Step>
ClientSocket::Result ClientSocket::wait_for(const Deadline& deadline, Step step) {
  failure_.clear();
  for (;;) {
    const Progress progress = step();
    if (progress == Progress::done) return Result::done;
    if (progress == Progress::ended) {
      if (tls_) failure_ = tls_->failure();
      return failure_.empty() ? Result::ended : Result::broken;
    }
    if (!deadline.wait(socket_, progress == Progress::needs_write ? POLLOUT : POLLIN)) return Result::late;
  }
}

// A peer may answer and close before it has read everything: its answer is still worth reading.
Progress ClientSocket::send_plain(std::string_view& bytes) {
  while (!bytes.empty()) {
    const auto sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      return Progress::needs_write;
    } else if (errno != EINTR) {
      if (errno != EPIPE && errno != ECONNRESET) failure_ = std::strerror(errno);
      return Progress::ended;
    }
  }
  return Progress::done;
}

Progress ClientSocket::receive_plain(char* into, std::size_t size, std::size_t& got) {
  const auto received = ::recv(socket_, into, size, 0);
  if (received > 0) {
    got = static_cast<std::size_t>(received);
    return Progress::done;
  }
  if (received == 0) return Progress::ended;
  if (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR) return Progress::needs_read;
  failure_ = std::strerror(errno);
  return Progress::ended;
}

std::expected<std::shared_ptr<ssl_ctx_st>, std::string> client_tls_context(const ClientTls& tls) {
  std::shared_ptr<SSL_CTX> context{SSL_CTX_new(TLS_client_method()), &SSL_CTX_free};
  if (!context) throw std::bad_alloc();
  SSL_CTX_set_min_proto_version(context.get(), TLS1_2_VERSION);
  SSL_CTX_set_verify(context.get(), SSL_VERIFY_PEER, nullptr);
  SSL_CTX_set_mode(context.get(), SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
  SSL_CTX_clear_mode(context.get(), SSL_MODE_AUTO_RETRY);  // so that a deadline is looked at between records
  if (!tls.ca) {
    SSL_CTX_set_default_verify_paths(context.get());
  } else if (auto trusted = trust(*context, *tls.ca, Announce::no); !trusted) {
    return Failure(trusted.error());
  }
  if (tls.certificate)
    if (auto used = use_certificate_chain(*context, *tls.certificate); !used) return Failure(used.error());
  if (tls.key)
    if (auto used = use_key(*context, *tls.key); !used) return Failure(used.error());
  return context;
}

namespace {

std::expected<int, std::string> connect_to(const Url& url, const Deadline& deadline) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (const int error = ::getaddrinfo(url.host.c_str(), std::to_string(url.port).c_str(), &hints, &found); error != 0)
    return Failure("cannot resolve " + url.host + ": " + ::gai_strerror(error));
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> addresses(found, &::freeaddrinfo);

  std::expected<int, std::string> last = Failure("no address");
  for (const addrinfo* each = addresses.get(); each != nullptr && !last; each = each->ai_next)
    last = open_socket(*each, deadline);
  if (!last) return Failure("cannot connect to " + url.authority() + ": " + last.error());
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

}  // namespace

}  // namespace senja::net
