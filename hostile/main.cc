// Good requests beside hostile ones: what they cost, and what must hold all the same.
//
//   hostile --program build/senja [--tls] [--rounds 5] [--seconds 8] [--rate 1000] SCENE...
//
//   crowd       10,000 idle connections and 500 that send a byte a second
//   signatures  5,000 forged signatures a second
//   bodies      200 bodies that do not end, at once, again and again
//   resets      2,000 connections a second that are torn down in the middle
//
// Each prints one table. Exit code 1: something that must hold did not. Ratios and times depend on the machine and on what
// else it does; they are printed, and never make a run fail.
#include <fmt/format.h>
#include <sys/resource.h>

#include <cstdio>
#include <cstdlib>

#include "clock/system_clock.h"
#include "options.h"
#include "resets.h"
#include "scenes.h"

namespace senja::hostile {
namespace {

constexpr int usage_error = 2;
constexpr std::size_t descriptors_of_our_own = 256;  // and of the good requests

// The gateway raises its own, which it has from us.
bool raise_descriptor_limit(const Options& options) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return false;
  limit.rlim_cur = limit.rlim_max;
  if (::setrlimit(RLIMIT_NOFILE, &limit) != 0) return false;
  const std::size_t needed = options.idle + options.slow + options.bodies + resets_under_way_max + descriptors_of_our_own;
  if (limit.rlim_cur >= needed) return true;
  fmt::print(stderr, "hostile: {} open files are needed, {} are allowed (ulimit -Hn)\n", needed, limit.rlim_cur);
  return false;
}

int run(std::span<const char* const> words) {
  const auto options = parse_options(words);
  if (!options) {
    fmt::print(stderr, "hostile: {}\n{}", options.error(), usage());
    return usage_error;
  }
  if (!raise_descriptor_limit(*options)) return EXIT_FAILURE;
  const SystemClock clock;
  bool all_hold = true;
  for (const std::string& name : options->scenes) {
    const auto table = play_scene(name, *options, clock);
    all_hold &= table && table->holds();
    fmt::print("{}\n", table ? table->text() : name + " could not be played: " + table.error() + "\n");
    std::fflush(stdout);
  }
  return all_hold ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace
}  // namespace senja::hostile

int main(int count, char** words) {
  return senja::hostile::run({words + 1, static_cast<std::size_t>(count > 0 ? count - 1 : 0)});
}
