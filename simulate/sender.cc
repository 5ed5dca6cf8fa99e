#include "sender.h"

#include <algorithm>
#include <array>

namespace senja::simulate {

using namespace std::chrono_literals;

namespace {

constexpr std::size_t sources = 4;
constexpr std::size_t without_resource = 3;
constexpr std::array<const char*, 4> names{"claims", "bookings", "steps", "credits"};

std::int64_t version_for(std::size_t source, const ReferenceResource* known, Chance& chance);
std::string action_for(std::size_t source, const ReferenceResource* known, Chance& chance);
WallTime whole_seconds(WallTime at) { return std::chrono::floor<std::chrono::seconds>(at); }

}  // namespace

std::size_t Sender::invent(Chance& chance, const Reference& reference, WallTime now) {
  Told told;
  told.source = chance.below(sources);
  told.id = std::string(names[told.source]) + "-" + std::to_string(sent_.size());
  // Clocks of senders differ; some events were on the way for long.
  told.issued_at = whole_seconds(now + chance.span(-6s, 6s) - (chance.one_in(10) ? chance.span(0s, 30min) : 0s));
  told.user = "u" + std::to_string(chance.one_in(4) ? chance.below(10) : chance.below(6));
  told.amount = chance.one_in(20) ? chance.between(90, 110) : chance.between(1, 99);
  if (told.source != without_resource) {
    if (chance.one_in(12)) ++resources_;
    const std::size_t newest = resources_, oldest = newest > 6 ? newest - 6 : 0;
    told.resource = std::string(names[told.source]) + "/r" + std::to_string(oldest + chance.below(newest - oldest));
    const auto found = reference.resources.find(told.resource);
    const ReferenceResource* known = found == reference.resources.end() ? nullptr : &found->second;
    told.version = version_for(told.source, known, chance);
    told.action = action_for(told.source, known, chance);
    told.expires_at =
        told.issued_at +
        whole_seconds(WallTime{chance.one_in(4) ? chance.span(1s, 20s) : chance.span(1min, 15min)}).time_since_epoch();
  }
  sent_.push_back({std::move(told)});
  return sent_.size() - 1;
}

Told Sender::twin_of(std::size_t index, Chance& chance) const {
  Told twin = sent_[index].told;
  twin.amount = twin.amount % 99 + chance.between(1, 1);
  twin.user = twin.user == "u0" ? "u1" : "u0";
  return twin;
}

std::size_t Sender::again(Chance& chance) const {
  std::size_t index = chance.below(sent_.size());
  for (int tries = 0; tries < 8 && sent_[index].final && !chance.one_in(6); ++tries)
    index = sent_.size() - 1 - chance.below(std::min<std::size_t>(sent_.size(), 40));
  return index;
}

void Sender::answered(std::size_t index, int status) {
  Sent& sent = sent_[index];
  sent.promised |= status >= 200 && status < 300;
  sent.final |= status != 503 && status != 401;
}

namespace {

// Mostly the next one, often one too early or too late.
std::int64_t version_for(std::size_t source, const ReferenceResource* known, Chance& chance) {
  const bool expected = source == 0;
  const std::int64_t at = !known ? 0 : expected ? known->version : std::max(known->version, known->seen);
  const std::int64_t next = expected ? at : at + 1;
  switch (chance.below(8)) {
    case 0:
      return next + 1;
    case 1:
      return next + chance.between(1, 3);
    case 2:
      return std::max<std::int64_t>(0, next - 1);
    default:
      return next;
  }
}

std::string action_for(std::size_t source, const ReferenceResource* known, Chance& chance) {
  if (chance.one_in(15)) return "DANCE";
  if (!known || known->placeholder) return chance.one_in(5) ? "CLAIM" : "OPEN";
  static const std::vector<std::string> likely{"CLAIM", "CLAIM", "RELEASE", "OPEN"}, of_bookings{"CLAIM", "CLOSE", "OPEN"};
  return chance.pick(source == 1 ? of_bookings : likely);
}

}  // namespace
}  // namespace senja::simulate
