#include "net/listener.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstring>

namespace senja::net {

namespace {

constexpr int backlog = 4096;

struct SocketAddress {
  sockaddr_storage bytes{};
  socklen_t size = sizeof(sockaddr_storage);
  sockaddr* raw() { return reinterpret_cast<sockaddr*>(&bytes); }
};
SocketAddress socket_address(const Address& address);
std::uint16_t bound_port(int socket);

}  // namespace

std::expected<Listener, std::string> Listener::open(const Address& address) {
  const auto failed = [&address](std::string_view what) {
    return std::unexpected("cannot listen on " + address.text() + ": " + std::string{what});
  };
  SocketAddress at = socket_address(address);
  const int socket = ::socket(at.bytes.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (socket < 0) return failed(std::strerror(errno));
  Listener listener{socket, address};
  const int on = 1;
  ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);  // a restart need not wait for old connections
  if (::bind(socket, at.raw(), at.size) != 0 || ::listen(socket, backlog) != 0)
    return failed(errno == EADDRINUSE ? "the address is already taken" : std::strerror(errno));
  listener.address_.port = bound_port(socket);
  return listener;
}

Listener& Listener::operator=(Listener&& other) noexcept {
  if (this == &other) return *this;
  close();
  socket_ = std::exchange(other.socket_, -1);
  address_ = std::move(other.address_);
  return *this;
}

Listener::~Listener() { close(); }

void Listener::close() {
  if (socket_ >= 0) ::close(std::exchange(socket_, -1));
}

namespace {

SocketAddress socket_address(const Address& address) {
  SocketAddress at;
  if (address.host.find(':') == std::string::npos) {
    sockaddr_in v4{};
    v4.sin_family = AF_INET;
    v4.sin_port = htons(address.port);
    inet_pton(AF_INET, address.host.c_str(), &v4.sin_addr);
    at.size = sizeof v4;
    std::memcpy(&at.bytes, &v4, sizeof v4);
  } else {
    sockaddr_in6 v6{};
    v6.sin6_family = AF_INET6;
    v6.sin6_port = htons(address.port);
    inet_pton(AF_INET6, address.host.c_str(), &v6.sin6_addr);
    at.size = sizeof v6;
    std::memcpy(&at.bytes, &v6, sizeof v6);
  }
  return at;
}

std::uint16_t bound_port(int socket) {
  SocketAddress at;
  ::getsockname(socket, at.raw(), &at.size);
  std::uint16_t port = 0;
  std::memcpy(&port, reinterpret_cast<const char*>(&at.bytes) + offsetof(sockaddr_in, sin_port), sizeof port);
  return ntohs(port);  // it stands in the same place for IPv4 and IPv6
}

}  // namespace

}  // namespace senja::net
