// A listening socket. Without SO_REUSEPORT: a second instance on the same address is refused here, by name.
#pragma once

#include <expected>
#include <string>
#include <utility>

#include "net/address.h"

namespace senja::net {

class Listener {
 public:
  static std::expected<Listener, std::string> open(const Address& address);
  Listener(Listener&& other) noexcept : socket_(std::exchange(other.socket_, -1)), address_(std::move(other.address_)) {}
  Listener& operator=(Listener&& other) noexcept;
  ~Listener();

  int socket() const { return socket_; }
  const Address& address() const { return address_; }  // with the port that was given where 0 was asked for
  void close();

 private:
  Listener(int socket, Address address) : socket_(socket), address_(std::move(address)) {}

  int socket_;
  Address address_;
};

}  // namespace senja::net
