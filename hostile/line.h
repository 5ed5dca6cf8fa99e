// One connection to the gateway as a client holds it, plain or under TLS. Never blocks; after every event of its socket it
// is simply tried again.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "net/tls_stream.h"

namespace senja::hostile {

struct Target {
  std::uint16_t port = 0;     // on 127.0.0.1
  ssl_ctx_st* tls = nullptr;  // nullptr: plain
};

// The gateway's certificate is not judged: it was made a moment ago, by us.
std::shared_ptr<ssl_ctx_st> client_tls();

class Line {
 public:
  enum class State : std::uint8_t { opening, open, ended };

  explicit Line(const Target& target);  // begins to connect
  ~Line();
  Line(const Line&) = delete;
  Line& operator=(const Line&) = delete;

  int socket() const { return socket_; }
  void keep_little_under_way(int bytes);     // at most about so many that the gateway has not taken yet
  State move_on();                           // connects and shakes hands, as far as that goes by now
  void send(std::string_view& bytes);        // takes from `bytes` what went
  State read(std::string& into);             // appends all that has come
  void reset_on_close() { resets_ = true; }  // the peer hears a reset, and no port stays taken for a minute

 private:
  const int socket_;
  std::unique_ptr<net::TlsStream> tls_;
  State state_ = State::opening;
  bool connected_ = false, resets_ = false;
};

}  // namespace senja::hostile
