// One connection's conversation, without its socket: bytes in, bytes out, time handed in. Requests are answered in the
// order they came; while one is being answered nothing more is read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "clock/clock.h"
#include "net/bounds.h"
#include "net/message.h"
#include "net/request_ids.h"
#include "net/request_parser.h"
#include "net/response_text.h"

namespace senja::net {

// What a session needs of its connection: a socket in production, two strings in tests.
class Wire {
 public:
  virtual ~Wire() = default;
  virtual void want_read() = 0;                    // Session::on_bytes or on_end will come, once; asking twice is one
  virtual bool write(std::string_view bytes) = 0;  // true: all is on its way. false: Session::on_written will come, once
  virtual void shut_down_sending() = 0;
  virtual void close() = 0;                  // nothing comes after it
  virtual const Caller& caller() const = 0;  // what the connection knows of its other end; whole once bytes came
};

// What the sessions of one context share; it outlives them.
struct Surroundings {
  Handler& handler;
  Replies& replies;
  const Clock& clock;
  Bounds bounds;
  RequestIds request_ids;
  DateText date;
  std::string scratch;  // responses are put together here
};

class Session {
 public:
  Session(std::uint64_t id, Wire& wire, Surroundings& around);

  void start();
  void on_bytes(std::string_view bytes);
  void on_end();  // the peer has finished sending, or the connection broke
  void on_written();
  void respond(std::uint64_t request, const Response& response);
  void tick(SteadyTime now);
  void drain();  // no further requests: closes at once when idle, else after the answer

 private:
  enum class Phase : std::uint8_t { idle, head, body, answering, writing, lingering, closed };

  std::size_t advance(std::string_view bytes);
  void begin();
  void judge_head(bool more_at_hand);
  void dispatch();
  void write(const Response& response);
  void next();
  void read_on();
  void linger();
  void close();
  void enter(Phase phase, Micros time_out);

  const std::uint64_t id_;
  Wire& wire_;
  Surroundings& around_;
  RequestParser parser_;
  Caller caller_;  // of the request at hand
  Phase phase_ = Phase::idle;
  std::string pending_;  // bytes that came and were not used yet
  SteadyTime deadline_ = SteadyTime::max();
  std::uint64_t request_ = 0;  // number of the one being answered
  std::size_t lingered_ = 0;
  bool advancing_ = false;  // advance() is on the stack: an answer given at once returns to it
  bool draining_ = false;
  bool keep_alive_ = true, version_1_0_ = false, head_only_ = false;  // of the request being answered
};

}  // namespace senja::net
