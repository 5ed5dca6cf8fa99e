// One connection's bytes as its session sees them: the PROXY header and TLS are taken off here, before the first of them.
// It never blocks and never waits: it says what to wait for.
#pragma once

#include <cstddef>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "net/arrival.h"
#include "net/caller.h"
#include "net/proxy_protocol.h"
#include "net/tls_stream.h"
#include "senja/model/request.h"

namespace senja::net {

// The socket stays its owner's, and open until close(). Used by one thread at a time; the tally outlives it.
class Channel {
 public:
  Channel(Arrival arrival, Tally& tally);

  // `got` bytes are in `into` when done. Goes through PROXY header and handshake first, as far as what came allows.
  Progress read(char* into, std::size_t size, std::size_t& got);
  // Takes from `bytes` what went; done: all of it. After needs_… the next call begins with the bytes that are left.
  Progress write(std::string_view& bytes);
  // After the last byte. While it needs something, it is to be called again. What is read afterwards is not decrypted.
  Progress shut_down_sending();
  void close();  // the last call, before the socket is closed

  bool established() const { return established_; }  // PROXY header and handshake are behind it
  bool bytes_at_hand() const;                        // read() has some although the socket need not be readable
  const Caller& caller() const { return caller_; }
  // Who sent a request with these headers: forwarded_client() behind this connection's peer.
  std::expected<IpAddress, std::string> client_of(const Headers& headers) const;

 private:
  Progress read_proxy_header(char* into, std::size_t size);
  Progress shake_hands();
  Progress receive(char* into, std::size_t size, std::size_t& got) const;
  bool take_place(const IpAddress& peer);

  Arrival arrival_;
  Tally& tally_;
  Caller caller_;
  std::optional<Certificate> certificate_;
  std::unique_ptr<ProxyHeader> proxy_header_;  // while it is being read
  std::unique_ptr<TlsStream> tls_;             // from the first bytes on: who says nothing costs nothing
  bool proxy_begun_ = false;
  bool established_ = false;  // all that comes before the session's bytes is done
  bool quiet_ = false;        // nothing more will be written
};

}  // namespace senja::net
