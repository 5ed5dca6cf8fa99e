// expect_every: a sender that should be heard from and is not. Often the first sign that its webhook was switched off.
#pragma once

#include <string>
#include <vector>

#include "inbound/roster.h"
#include "inbound/standing.h"

namespace senja::inbound {

struct Silence {
  std::string source;
  Micros lasted, expected;
  std::string sentence() const;  // "the source rewards has been silent for 2h 5m; expected every 1h"
};

// In the order of `sources`; none: all is well.
std::vector<Silence> silences(const Sources& sources, Standings& standings, SteadyTime now);

}  // namespace senja::inbound
