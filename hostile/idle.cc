#include "idle.h"

#include <algorithm>
#include <string>

#include "requests.h"

namespace senja::hostile {

namespace {

constexpr std::size_t opening_max = 128;  // at once: they come fast, but are not a flood of handshakes
constexpr Micros look_interval = std::chrono::milliseconds{20};

}  // namespace

void IdleTally::add(const IdleTally& other) {
  asked += other.asked;
  up += other.up;
  cut += other.cut;
}

IdleCrowd::IdleCrowd(const Clock& clock, const Target& target, std::size_t count)
    : target_(target), watch_(clock), clients_(count) {
  tally_.asked = count;
  for (std::size_t i = 0; i < count; ++i) to_come_.push_back(i);
}

void IdleCrowd::come() {
  thread_ = std::jthread([this](const std::stop_token& stop) { watch_.run(*this, stop); });
  settled_.wait();
}

IdleTally IdleCrowd::let_go() {
  thread_.request_stop();
  thread_.join();
  clients_.clear();
  return tally_;
}

std::optional<SteadyTime> IdleCrowd::on_turn(SteadyTime now, bool ending) {
  if (ending) return std::nullopt;
  if (told_) return now + look_interval;
  while (!to_come_.empty() && clients_.size() - to_come_.size() - tally_.up < opening_max) {
    open(to_come_.front());
    to_come_.pop_front();
  }
  progress_at_ = std::min(progress_at_, now);  // from the first turn on
  if (tally_.up == clients_.size() || now - progress_at_ >= patience) {
    told_ = true;
    settled_.count_down();
  }
  return now + look_interval;
}

void IdleCrowd::open(std::size_t which) {
  Client& client = clients_[which];
  client.asked = false;
  client.answers.forget();
  client.line = std::make_unique<Line>(target_);
  client.line->reset_on_close();
  watch_.add(client.line->socket(), which);
}

void IdleCrowd::on_socket(std::size_t which) {
  Client& client = clients_[which];
  if (!client.line) return;
  Line::State state = client.line->move_on();
  if (state == Line::State::open && !client.asked) {
    client.asked = true;
    const std::string request = health_request();
    std::string_view rest = request;
    client.line->send(rest);  // a new connection takes this little at once
  }
  if (state == Line::State::open) state = client.line->read(client.answers.bytes());
  if (!client.up && client.answers.next() == 200) {
    client.up = true;
    client.answers.forget();
    ++tally_.up;
    progress_at_ = watch_.now();
  }
  if (state != Line::State::ended) return;
  client.line.reset();
  if (client.up)
    ++tally_.cut;
  else
    to_come_.push_back(which);
}

}  // namespace senja::hostile
