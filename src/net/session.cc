#include "net/session.h"

#include <utility>

namespace senja::net {

Session::Session(std::uint64_t id, Wire& wire, Surroundings& around)
    : id_(id), wire_(wire), around_(around), parser_(around.bounds) {}

void Session::start() {
  // Who connects and says nothing has as long as for a head.
  enter(Phase::idle, around_.bounds.head_timeout);
  wire_.want_read();
}

void Session::on_bytes(std::string_view bytes) {
  if (phase_ == Phase::closed) return;
  if (phase_ == Phase::lingering) {
    lingered_ += bytes.size();
    return lingered_ > linger_bytes_max ? close() : wire_.want_read();
  }
  if (pending_.empty()) {
    const std::size_t used = advance(bytes);
    pending_.assign(bytes.substr(used));
  } else {
    pending_.append(bytes);
    pending_.erase(0, advance(pending_));
  }
  read_on();
}

// Sequences a request: head → judged → body → handed over. Stops when an answer is awaited or bytes are lacking.
std::size_t Session::advance(std::string_view bytes) {
  std::size_t used = 0;
  advancing_ = true;
  while (used < bytes.size() && phase_ <= Phase::body) {
    if (phase_ == Phase::idle) begin();
    const std::size_t step = parser_.feed(bytes.substr(used));
    used += step;
    if (parser_.state() == RequestParser::State::head_done) judge_head(used < bytes.size());
    if (parser_.state() == RequestParser::State::complete && phase_ <= Phase::body) dispatch();
    if (parser_.state() == RequestParser::State::faulty && phase_ <= Phase::body) {
      const Fault& fault = parser_.fault();
      keep_alive_ = false;
      write(around_.handler.refuse(fault.status, fault.code, fault.detail));
    }
    if (step == 0) break;
  }
  advancing_ = false;
  return used;
}

// Nothing is known of the request yet, also where it is answered before its head is whole.
void Session::begin() {
  enter(Phase::head, around_.bounds.head_timeout);
  keep_alive_ = true;
  version_1_0_ = head_only_ = false;
  caller_ = wire_.caller();
  caller_.request_id = around_.request_ids.next();
}

void Session::judge_head(bool more_at_hand) {
  RawRequest& head = parser_.request();
  head.received_at = around_.clock.wall();
  version_1_0_ = parser_.version_1_0();
  keep_alive_ = parser_.keep_alive() && !draining_;
  head_only_ = head.method == "HEAD";

  auto judged = around_.handler.judge_head(head, parser_.announced(), caller_);
  if (auto* early = std::get_if<Response>(&judged)) {
    if (parser_.body_to_come()) keep_alive_ = false;  // what follows is a body that nobody reads
    parser_.take();
    return write(*early);
  }
  parser_.expect_body(std::get<std::size_t>(judged));
  if (parser_.state() != RequestParser::State::body) return;
  enter(Phase::body, around_.bounds.body_timeout);
  if (const auto expectation = head.headers.first("expect"); expectation && !version_1_0_) {
    if (!same_name(*expectation, "100-continue")) {
      keep_alive_ = false;
      return write(around_.handler.refuse(417, "bad_request", "the only expectation met here is 100-continue"));
    }
    if (!more_at_hand) wire_.write(continue_text);
  }
}

void Session::dispatch() {
  enter(Phase::answering, Micros::max());
  ++request_;
  around_.handler.handle(parser_.take(), caller_, {&around_.replies, id_, request_});
}

void Session::respond(std::uint64_t request, const Response& response) {
  if (phase_ != Phase::answering || request != request_) return;
  write(response);
  if (phase_ == Phase::idle && !advancing_) next();
}

void Session::write(const Response& response) {
  if (response.close || draining_) keep_alive_ = false;
  std::string& out = around_.scratch;
  out.clear();
  const ResponseFrame frame{keep_alive_, version_1_0_, head_only_, around_.date.at(around_.clock.wall()),
                            caller_.request_id};
  append_response(out, response, frame);
  enter(Phase::writing, around_.bounds.idle_timeout);
  if (!wire_.write(out)) return;
  keep_alive_ ? enter(Phase::idle, around_.bounds.idle_timeout) : linger();
}

void Session::on_written() {
  if (phase_ != Phase::writing) return;
  if (!keep_alive_) return linger();
  enter(Phase::idle, around_.bounds.idle_timeout);
  next();
}

// The answer is out: what came behind the request is next, if anything did.
void Session::next() {
  if (!pending_.empty()) pending_.erase(0, advance(pending_));
  read_on();
}

void Session::read_on() {
  if (phase_ > Phase::body) return;
  if (pending_.empty()) std::string{}.swap(pending_);  // an idle connection holds no buffer
  wire_.want_read();
}

void Session::linger() {
  wire_.shut_down_sending();
  enter(Phase::lingering, linger_time_max);
  wire_.want_read();
}

// Nothing is read while an answer is due, so a peer that only finished sending gets its answer first.
void Session::on_end() { close(); }

void Session::tick(SteadyTime now) {
  if (now < deadline_) return;
  if (phase_ != Phase::head && phase_ != Phase::body) return close();
  keep_alive_ = false;
  write(around_.handler.refuse(408, "request_timeout", "the request did not arrive in time"));
}

void Session::drain() {
  draining_ = true;
  if (phase_ == Phase::idle) close();
}

void Session::close() {
  if (phase_ == Phase::closed) return;
  enter(Phase::closed, Micros::max());
  wire_.close();
}

void Session::enter(Phase phase, Micros time_out) {
  phase_ = phase;
  deadline_ = time_out == Micros::max() ? SteadyTime::max() : around_.clock.steady() + time_out;
}

}  // namespace senja::net
