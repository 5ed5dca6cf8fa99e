#include "inbound/silence.h"

namespace senja::inbound {

namespace {

// The two largest units that say something: "2h 5m", "40s".
std::string spoken(Micros span) {
  struct Unit {
    std::int64_t seconds;
    char letter;
  };
  constexpr Unit units[] = {{86'400, 'd'}, {3'600, 'h'}, {60, 'm'}, {1, 's'}};
  std::int64_t rest = std::chrono::floor<std::chrono::seconds>(span).count();
  std::string text;
  int said = 0;
  for (const auto& [seconds, letter] : units) {
    if (rest < seconds) continue;
    if (said == 2) break;
    if (said > 0) text += ' ';
    text += std::to_string(rest / seconds) + letter;
    rest %= seconds;
    ++said;
  }
  return said == 0 ? "0s" : text;
}

}  // namespace

std::vector<Silence> silences(const Sources& sources, Standings& standings, SteadyTime now) {
  std::vector<Silence> all;
  for (const auto& source : sources) {
    if (!source->expect_every) continue;
    const Micros lasted = standings.of(source->name.text, now)->silent_for(now);
    if (lasted > *source->expect_every) all.push_back({source->name.text, lasted, *source->expect_every});
  }
  return all;
}

std::string Silence::sentence() const {
  return "the source " + source + " has been silent for " + spoken(lasted) + "; expected every " + spoken(expected);
}

}  // namespace senja::inbound
