#include "net/session.h"

#include <variant>

namespace senja::net {

namespace {

// What a request expects beside its answer (RFC 9110 10.1.1): anything but 100-continue, said once, is `other`.
enum class Expectation : std::uint8_t { none, permission, other };
Expectation expectation_of(const Headers& headers);

}  // namespace

Session::Session(std::uint64_t id, Wire& wire, Surroundings& around) : id_(id), wire_(wire), around_(around) {}

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
    if (!exchange_) exchange_ = std::make_unique<Exchange>(around_.bounds);
    const std::size_t step = exchange_->parser.feed(bytes.substr(used));
    used += step;
    if (phase_ == Phase::idle && exchange_->parser.begun()) begin();
    react(used < bytes.size());
    release();
    if (step == 0) break;
  }
  advancing_ = false;
  return used;
}

void Session::begin() {
  enter(Phase::head, around_.bounds.head_timeout);
  exchange_->caller = wire_.caller();
  exchange_->caller.request_id = around_.request_ids.next();
}

void Session::react(bool more_at_hand) {
  const RequestParser& parser = exchange_->parser;
  if (parser.state() == RequestParser::State::head_done && !judge_head(more_at_hand)) return;
  if (parser.state() == RequestParser::State::complete) return dispatch();
  if (parser.state() == RequestParser::State::faulty) refuse(parser.fault());
}

// False: it is answered already.
bool Session::judge_head(bool more_at_hand) {
  RequestParser& parser = exchange_->parser;
  RawRequest& head = parser.request();
  head.received_at = around_.clock.wall();
  exchange_->version_1_0 = parser.version_1_0();
  exchange_->keep_alive = parser.keep_alive() && !draining_;
  exchange_->head_only = head.method == "HEAD";
  const auto client = wire_.client_of(head.headers);
  if (!client) {
    refuse({400, "bad_request", client.error()});
    return false;
  }
  exchange_->caller.address = *client;

  // HTTP/1.0 knows no expectations: what looks like one is passed over.
  const Expectation expectation = parser.version_1_0() ? Expectation::none : expectation_of(head.headers);
  auto judged = around_.handler.judge_head(head, parser.announced(), exchange_->caller);
  if (std::holds_alternative<std::size_t>(judged) && expectation == Expectation::other)
    judged = around_.handler.refuse(417, "bad_request", "the only expectation met here is 100-continue");
  if (auto* early = std::get_if<Response>(&judged)) {
    if (parser.body_to_come()) exchange_->keep_alive = false;  // what follows is a body that nobody reads
    write(*early);
    return false;
  }
  parser.expect_body(std::get<std::size_t>(judged));
  if (parser.state() == RequestParser::State::body) {
    enter(Phase::body, around_.bounds.body_timeout);
    if (expectation == Expectation::permission && !more_at_hand) wire_.write(continue_text);
  }
  return true;
}

void Session::dispatch() {
  enter(Phase::answering, Micros::max());
  ++request_;
  around_.handler.handle(exchange_->parser.take(), exchange_->caller, {&around_.replies, id_, request_});
}

void Session::refuse(const Fault& fault) {
  exchange_->keep_alive = false;
  write(around_.handler.refuse(fault.status, fault.code, fault.detail));
}

void Session::respond(std::uint64_t request, const Response& response) {
  if (phase_ != Phase::answering || request != request_) return;
  write(response);
  if (!advancing_) next();
}

void Session::write(const Response& response) {
  Exchange& exchange = *exchange_;
  if (response.close || draining_) exchange.keep_alive = false;
  std::string& out = around_.scratch;
  out.clear();
  const ResponseFrame frame{exchange.keep_alive, exchange.version_1_0, exchange.head_only,
                            around_.date.at(around_.clock.wall()), exchange.caller.request_id};
  append_response(out, response, frame);
  enter(Phase::writing, around_.bounds.idle_timeout);
  if (wire_.write(out)) answered();
}

void Session::on_written() {
  if (phase_ != Phase::writing) return;
  answered();
  next();
}

void Session::answered() {
  exchange_->over = true;
  exchange_->keep_alive ? enter(Phase::idle, around_.bounds.idle_timeout) : linger();
}

// The answer is out, or on its way: what came behind the request is next, if anything did.
void Session::next() {
  release();
  if (phase_ <= Phase::body && !pending_.empty()) pending_.erase(0, advance(pending_));
  read_on();
}

void Session::release() {
  if (exchange_ && exchange_->over) exchange_.reset();
}

void Session::read_on() {
  if (phase_ > Phase::writing) pending_.clear();  // nobody will look at what stands behind the last request
  // An idle connection holds no buffer, and a slow one none that is much larger than what it holds.
  if (pending_.size() < pending_.capacity() / 4) pending_.shrink_to_fit();
  if (phase_ <= Phase::body) wire_.want_read();
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
  refuse({408, "request_timeout", "the request did not arrive in time"});
  next();
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

namespace {

Expectation expectation_of(const Headers& headers) {
  const auto expectation = headers.first("expect");
  if (!expectation) return Expectation::none;
  return same_name(*expectation, "100-continue") && headers.count("expect") == 1 ? Expectation::permission
                                                                                 : Expectation::other;
}

}  // namespace

}  // namespace senja::net
