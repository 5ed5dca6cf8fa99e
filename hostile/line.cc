#include "line.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/ssl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <new>
#include <system_error>

namespace senja::hostile {

namespace {

constexpr std::size_t read_bytes = 16 * 1024;

int open_socket();
sockaddr_in loopback(std::uint16_t port);

}  // namespace

std::shared_ptr<ssl_ctx_st> client_tls() {
  std::shared_ptr<ssl_ctx_st> context{SSL_CTX_new(TLS_client_method()), &SSL_CTX_free};
  if (!context) throw std::bad_alloc();
  SSL_CTX_set_mode(context.get(),
                   SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
  SSL_CTX_set_verify(context.get(), SSL_VERIFY_NONE, nullptr);
  return context;
}

Line::Line(const Target& target) : socket_(open_socket()) {
  const int on = 1;
  ::setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  const sockaddr_in at = loopback(target.port);
  if (::connect(socket_, reinterpret_cast<const sockaddr*>(&at), sizeof at) != 0 && errno != EINPROGRESS)
    state_ = State::ended;
  if (target.tls != nullptr) tls_ = std::make_unique<net::TlsStream>(*target.tls, socket_, net::TlsStream::Side::client);
}

Line::~Line() {
  if (resets_) {
    const linger at_once{.l_onoff = 1, .l_linger = 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
  }
  tls_.reset();
  ::close(socket_);
}

void Line::keep_little_under_way(int bytes) { ::setsockopt(socket_, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes); }

Line::State Line::move_on() {
  if (state_ != State::opening) return state_;
  if (!connected_) {
    int error = 0;
    socklen_t size = sizeof error;
    ::getsockopt(socket_, SOL_SOCKET, SO_ERROR, &error, &size);
    if (error != 0) return state_ = State::ended;
    sockaddr_in peer{};
    size = sizeof peer;
    connected_ = ::getpeername(socket_, reinterpret_cast<sockaddr*>(&peer), &size) == 0;
    if (!connected_) return state_;
  }
  if (!tls_) return state_ = State::open;
  const net::Progress progress = tls_->handshake();
  if (progress == net::Progress::done) state_ = State::open;
  if (progress == net::Progress::ended) state_ = State::ended;
  return state_;
}

// That the connection has ended is for read() to say: what the gateway had sent before is still there.
void Line::send(std::string_view& bytes) {
  if (state_ != State::open) return;
  if (tls_) {
    static_cast<void>(tls_->write(bytes));
    return;
  }
  while (!bytes.empty()) {
    const auto sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
}

Line::State Line::read(std::string& into) {
  std::array<char, read_bytes> bytes;
  while (state_ == State::open) {
    std::size_t got = 0;
    net::Progress progress = net::Progress::done;
    if (tls_) {
      progress = tls_->read(bytes.data(), bytes.size(), got);
    } else if (const auto count = ::recv(socket_, bytes.data(), bytes.size(), 0); count > 0) {
      got = static_cast<std::size_t>(count);
    } else {
      progress = count < 0 && errno == EAGAIN ? net::Progress::needs_read : net::Progress::ended;
    }
    into.append(bytes.data(), got);
    if (progress == net::Progress::ended) state_ = State::ended;
    if (progress != net::Progress::done) break;
  }
  return state_;
}

namespace {

int open_socket() {
  const int made = ::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (made < 0) throw std::system_error(errno, std::generic_category(), "socket");
  return made;
}

sockaddr_in loopback(std::uint16_t port) {
  sockaddr_in at{};
  at.sin_family = AF_INET;
  at.sin_port = htons(port);
  at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return at;
}

}  // namespace

}  // namespace senja::hostile
