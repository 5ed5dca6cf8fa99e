#include "bodies.h"

#include <utility>

#include "requests.h"

namespace senja::hostile {

namespace {

// 16 KiB in 20 ms: 6.5 Mbit/s from each.
constexpr std::size_t piece_bytes = 0x4000;
constexpr Micros piece_interval = std::chrono::milliseconds{20};
constexpr int under_way_max = 64 * 1024;
constexpr Micros life_least = std::chrono::seconds{1};  // no client comes back sooner than this after it came

std::string chunk() { return "4000\r\n" + std::string(piece_bytes, 'x') + "\r\n"; }

}  // namespace

void BodiesTally::add(const BodiesTally& other) {
  answered_413 += other.answered_413;
  for (const auto& [status, count] : other.otherwise) otherwise[status] += count;
  bytes += other.bytes;
}

Bodies::Bodies(const Clock& clock, const Target& target, std::size_t count)
    : target_(target),
      declared_{head_of_body("Content-Length: 1099511627776"), std::string(piece_bytes, 'x')},
      endless_{head_of_body("Transfer-Encoding: chunked"), chunk()},
      watch_(clock),
      clients_(count) {}

void Bodies::come() {
  thread_ = std::jthread([this](const std::stop_token& stop) { watch_.run(*this, stop); });
}

BodiesTally Bodies::let_go() {
  thread_.request_stop();
  thread_.join();
  clients_.clear();
  return std::move(tally_);
}

std::optional<SteadyTime> Bodies::on_turn(SteadyTime now, bool ending) {
  std::size_t present = 0;
  for (std::size_t i = 0; i < clients_.size(); ++i) {
    if (!clients_[i].line && !ending && now >= clients_[i].reopen_at) open(i, now);
    if (clients_[i].line) pour(i);
    present += clients_[i].line ? 1 : 0;
  }
  if (!ending) return now + piece_interval;
  if (!ending_since_) ending_since_ = now;
  if (present > 0 && now - *ending_since_ < patience) return now + piece_interval;
  if (present > 0) tally_.otherwise[0] += present;
  return std::nullopt;
}

void Bodies::open(std::size_t which, SteadyTime now) {
  clients_[which] = Client{.line = std::make_unique<Line>(target_), .answers = {}, .reopen_at = now + life_least};
  Line& line = *clients_[which].line;
  line.reset_on_close();
  line.keep_little_under_way(under_way_max);
  watch_.add(line.socket(), which);
}

// The answer is looked for alone: what is sent is sent in turns.
void Bodies::on_socket(std::size_t which) {
  Client& client = clients_[which];
  if (!client.line) return;
  Line::State state = client.line->move_on();
  if (state == Line::State::open) {
    state = client.line->read(client.answers.bytes());
    if (const auto status = client.answers.next()) return ended(which, *status);
  }
  if (state == Line::State::ended) ended(which, 0);
}

// At most one piece; less where the gateway takes less.
void Bodies::pour(std::size_t which) {
  Client& client = clients_[which];
  const Kind& kind = kind_of(which);
  const std::string& text = client.in_body ? kind.piece : kind.head;
  std::string_view rest = std::string_view{text}.substr(client.sent);
  const std::size_t before = rest.size();
  client.line->send(rest);
  tally_.bytes += before - rest.size();
  client.sent = text.size() - rest.size();
  if (!rest.empty()) return;
  client.sent = 0;
  client.in_body = true;
}

void Bodies::ended(std::size_t which, int status) {
  if (status == 413)
    ++tally_.answered_413;
  else
    ++tally_.otherwise[status];
  clients_[which].line.reset();
}

}  // namespace senja::hostile
