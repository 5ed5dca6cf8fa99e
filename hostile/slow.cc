#include "slow.h"

#include <algorithm>
#include <utility>

#include "requests.h"

namespace senja::hostile {

namespace {

constexpr Micros byte_interval = std::chrono::seconds{1};
constexpr Micros reopen_after = std::chrono::milliseconds{100};
constexpr Micros look_interval = std::chrono::milliseconds{10};
constexpr std::size_t opening_turns =
    100;  // in so many of them all have come, so that their bytes are spread over the second

}  // namespace

void SlowTally::add(const SlowTally& other) {
  answered_408 += other.answered_408;
  closed += other.closed;
  for (const auto& [status, count] : other.otherwise) otherwise[status] += count;
  never_cut += other.never_cut;
  longest = std::max(longest, other.longest);
}

SlowCrowd::SlowCrowd(const Clock& clock, const Target& target, std::size_t count) : watch_(clock), clients_(count) {
  kinds_.push_back({target, "", "POST " + std::string{source_path} + " HTTP/1.1\r\nHost: gateway\r\nX-Slow: a", 408});
  kinds_.push_back({target, head_of_body("Content-Length: 1000"), "{", 408});
  // A record that begins a handshake (RFC 8446, 5.1 and 4.1.2), and does not get far.
  if (target.tls != nullptr)
    kinds_.push_back({{target.port, nullptr}, "", {"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\x2a", 12}, 0});
}

void SlowCrowd::come() {
  thread_ = std::jthread([this](const std::stop_token& stop) { watch_.run(*this, stop); });
}

SlowTally SlowCrowd::let_go() {
  thread_.request_stop();
  thread_.join();
  clients_.clear();
  return std::move(tally_);
}

std::optional<SteadyTime> SlowCrowd::on_turn(SteadyTime now, bool ending) {
  bool anyone = false;
  std::size_t may_open = ending ? 0 : clients_.size() / opening_turns + 1;
  for (std::size_t i = 0; i < clients_.size(); ++i) {
    Client& client = clients_[i];
    if (may_open > 0 && !client.line && now >= client.next) {
      open(i, now);
      --may_open;
    }
    if (client.begun && now >= client.next) trickle(i, now);
    anyone |= client.line != nullptr;
  }
  if (!ending) return now + look_interval;
  if (!ending_since_) ending_since_ = now;
  if (anyone && now - *ending_since_ < patience) return now + look_interval;
  tally_.never_cut =
      static_cast<std::size_t>(std::ranges::count_if(clients_, [](const Client& each) { return each.line != nullptr; }));
  return std::nullopt;
}

void SlowCrowd::open(std::size_t which, SteadyTime now) {
  Client& client = clients_[which];
  client = Client{.line = std::make_unique<Line>(kind_of(which).target), .answers = {}, .first = now};
  client.line->reset_on_close();
  watch_.add(client.line->socket(), which);
}

void SlowCrowd::on_socket(std::size_t which) {
  Client& client = clients_[which];
  if (!client.line) return;
  Line::State state = client.line->move_on();
  if (state == Line::State::open) {
    if (!client.begun) begin(which);
    state = client.line->read(client.answers.bytes());
    if (const auto status = client.answers.next()) return ended(which, *status);
  }
  if (state == Line::State::ended) ended(which, 0);
}

void SlowCrowd::begin(std::size_t which) {
  Client& client = clients_[which];
  client.begun = true;
  client.first = client.next = watch_.now();
  std::string_view rest = kind_of(which).at_once;
  client.line->send(rest);
}

void SlowCrowd::trickle(std::size_t which, SteadyTime now) {
  Client& client = clients_[which];
  const std::string_view slowly = kind_of(which).slowly;
  std::string_view byte = slowly.substr(std::min(client.sent, slowly.size() - 1), 1);
  client.line->send(byte);
  ++client.sent;
  client.next = now + byte_interval;
}

void SlowCrowd::ended(std::size_t which, int status) {
  Client& client = clients_[which];
  if (!client.begun || status != kind_of(which).ends_with) {
    ++tally_.otherwise[status];
  } else {
    ++(status == 0 ? tally_.closed : tally_.answered_408);
    tally_.longest = std::max(tally_.longest, watch_.now() - client.first);
  }
  client.line.reset();
  client.begun = false;
  client.next = watch_.now() + reopen_after;
}

}  // namespace senja::hostile
