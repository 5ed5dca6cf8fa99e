// One TLS connection over a socket that does not block, from either side. It says what it waits for; waiting is the
// caller's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "net/caller.h"

struct ssl_ctx_st;
struct ssl_st;

namespace senja::net {

// `ended`: the peer has finished, or the connection is broken; nothing further will come of it.
enum class Progress : std::uint8_t { done, needs_read, needs_write, ended };

// Used by one thread at a time. The socket stays its owner's, and outlives it.
class TlsStream {
 public:
  enum class Side : std::uint8_t { server, client };

  TlsStream(ssl_ctx_st& context, int socket, Side side);
  ~TlsStream();
  TlsStream(const TlsStream&) = delete;
  TlsStream& operator=(const TlsStream&) = delete;

  // On the client's side, before the handshake: the server must be this one, by name or address.
  void expect_peer(const std::string& host);

  Progress handshake();
  // `got` bytes are in `into` when done. May lack them although the socket is readable: a record can carry none.
  Progress read(char* into, std::size_t size, std::size_t& got);
  // Takes from `bytes` what went; done: all of it. After needs_… the next call begins with the bytes that are left.
  Progress write(std::string_view& bytes);
  Progress say_goodbye();  // close_notify: nothing more will be written

  bool bytes_at_hand() const;  // decrypted already, so the socket need not become readable for them
  bool begun() const;          // the peer has sent something
  std::optional<Certificate> peer_certificate() const;
  const std::string& failure() const { return failure_; }  // why it ended, where there was a reason

 private:
  struct Free {
    void operator()(ssl_st* ssl) const;
  };
  Progress outcome(int result);

  const int socket_;
  std::unique_ptr<ssl_st, Free> ssl_;
  std::string failure_;
  bool established_ = false, broken_ = false;
};

}  // namespace senja::net
