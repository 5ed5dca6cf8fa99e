// `senja demo`: the real gateway and a plain receiver get the same bytes in the same order, and what becomes of them is
// shown line by line. Nothing is shown that was not observed.
#pragma once

#include <iosfwd>
#include <string>

#include "clock/clock.h"
#include "clock/entropy.h"
#include "config/settings.h"

namespace senja::demo {

// `clock` and `entropy` outlive the call.
struct DemoOptions {
  const Clock& clock;
  Entropy& entropy;
  config::Outside outside;
  bool once = false;                       // ends after the last line; otherwise serves until Ctrl-C
  bool terminal = false;                   // `out` is one: colours, unless NO_COLOR is set
  std::string program = "/proc/self/exe";  // what is started as `serve --config FILE`
  std::string folder = "var";              // the quick-start's config, its schema and the gateway's log are written here
};

// The program's exit status: 0 only if every line is right.
int run(const DemoOptions& options, std::ostream& out);

}  // namespace senja::demo
