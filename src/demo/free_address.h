// Loopback addresses for tests that start the real program.
#pragma once

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <string>

namespace senja::demo {

// Bound to a port of the kernel's choice, and silent until told to listen.
class HeldPort {
 public:
  HeldPort() : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in any{};
    any.sin_family = AF_INET;
    any.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof any;
    if (::bind(socket_, reinterpret_cast<sockaddr*>(&any), size) == 0)
      ::getsockname(socket_, reinterpret_cast<sockaddr*>(&any), &size);
    address_ = "127.0.0.1:" + std::to_string(ntohs(any.sin_port));
  }
  ~HeldPort() { ::close(socket_); }
  HeldPort(const HeldPort&) = delete;
  HeldPort& operator=(const HeldPort&) = delete;

  const std::string& address() const { return address_; }
  void listen() const { ::listen(socket_, 1); }

 private:
  int socket_;
  std::string address_;
};

inline std::string free_address() { return HeldPort().address(); }

}  // namespace senja::demo
