#include "resets.h"

#include <array>

namespace senja::hostile {

namespace {

constexpr Micros look_interval = std::chrono::milliseconds{200};

}  // namespace

Resets::Resets(const Clock& clock, const Target& target, const Requests& requests, double per_second)
    : target_(target), requests_(requests), per_second_(per_second), watch_(clock) {}

void Resets::come() {
  thread_ = std::jthread([this](const std::stop_token& stop) { watch_.run(*this, stop); });
}

ResetsTally Resets::let_go() {
  thread_.request_stop();
  thread_.join();
  return tally_;
}

std::optional<SteadyTime> Resets::on_turn(SteadyTime now, bool ending) {
  if (!began_) began_ = now;
  if (now >= look_at_) give_up_on_late(now);
  if (ending) return clients_.empty() ? std::nullopt : std::optional{look_at_};
  while (clients_.size() < resets_under_way_max && due_at(next_) <= now) open(now);
  return due_at(next_) <= now ? look_at_ : due_at(next_);
}

SteadyTime Resets::due_at(std::uint64_t number) const {
  return *began_ +
         std::chrono::duration_cast<Micros>(std::chrono::duration<double>(static_cast<double>(number) / per_second_));
}

void Resets::open(SteadyTime now) {
  using enum Part;
  static constexpr std::array plain{nothing, head, body, head, body, head, body, whole};
  static constexpr std::array under_tls{nothing, hello, hello, hello, hello, hello, head, whole};
  const std::size_t which = next_++;
  const bool tls = target_.tls != nullptr;
  const Part part = (tls ? under_tls : plain).at(which % plain.size());
  const bool raw = part == nothing || part == hello;
  Client& client = clients_[which];
  client = {std::make_unique<Line>(raw ? Target{target_.port, nullptr} : target_), part, now + patience};
  client.line->reset_on_close();
  watch_.add(client.line->socket(), which);
}

void Resets::on_socket(std::size_t which) {
  const auto found = clients_.find(which);
  if (found == clients_.end()) return;
  Line& line = *found->second.line;
  const Line::State state = line.move_on();
  if (state == Line::State::opening) return;
  if (state == Line::State::open) {
    const std::string text = text_of(found->second.part);
    std::string_view rest = text;
    line.send(rest);  // a new connection takes this little at once
    ++tally_.reset;
  } else {
    ++tally_.failed;
  }
  clients_.erase(found);
}

void Resets::give_up_on_late(SteadyTime now) {
  look_at_ = now + look_interval;
  tally_.failed += std::erase_if(clients_, [now](const auto& each) { return now >= each.second.until; });
}

std::string Resets::text_of(Part part) const {
  switch (part) {
    case Part::nothing:
      return {};
    case Part::head:
      return "POST " + std::string{source_path} + " HTTP/1.1\r\nHost: gate";
    case Part::body:
      return head_of_body("Content-Length: 1000") + std::string(100, 'x');
    case Part::whole:
      return requests_.good();
    case Part::hello:  // the first bytes of a handshake's record (RFC 8446, 5.1)
      return {"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 11};
  }
  return {};
}

}  // namespace senja::hostile
