// One connection's conversation, without its socket: bytes in, bytes out, time handed in. Requests are answered in the
// order they came; while one is being answered nothing more is read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <memory>
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
  // Who sent a request with these headers: the connection's peer, or the client that a trusted proxy names. The error is
  // for the sender.
  virtual std::expected<IpAddress, std::string> client_of(const Headers&) const { return caller().address; }
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
  SteadyTime deadline() const { return deadline_; }  // when tick() has something to do; it may move with every call
  void drain();                                      // no further requests: closes at once when idle, else after the answer

 private:
  enum class Phase : std::uint8_t { idle, head, body, answering, writing, lingering, closed };

  // A request from its first byte to the end of its answer. An idle connection has none.
  struct Exchange {
    explicit Exchange(const Bounds& bounds) : parser(bounds) {}
    RequestParser parser;
    Caller caller{};
    bool keep_alive = true, version_1_0 = false, head_only = false;
    bool over = false;  // the answer is out; kept until nobody on the stack looks at it any more
  };

  std::size_t advance(std::string_view bytes);
  void begin();
  void react(bool more_at_hand);
  bool judge_head(bool more_at_hand);
  void dispatch();
  void refuse(const Fault& fault);
  void write(const Response& response);
  void answered();
  void next();
  void release();
  void read_on();
  void linger();
  void close();
  void enter(Phase phase, Micros time_out);

  const std::uint64_t id_;
  Wire& wire_;
  Surroundings& around_;
  std::unique_ptr<Exchange> exchange_;
  std::string pending_;  // bytes that came and were not used yet: a head or a line in the making, or one read's worth
  SteadyTime deadline_ = SteadyTime::max();
  std::uint64_t request_ = 0;  // number of the one being answered
  std::size_t lingered_ = 0;
  Phase phase_ = Phase::idle;
  bool advancing_ = false;  // advance() is on the stack: an answer given at once returns to it
  bool draining_ = false;
};

}  // namespace senja::net
