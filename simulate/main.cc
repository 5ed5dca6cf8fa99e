// simulate [--seconds N] [--seed S] [--lives N] [--steps N] [--plant NAME]
//
// Lives one after the other, each from its own seed, until the time is over or a number of lives is done; the first one
// twice, to see that a seed is all there is to it. With --plant a known bug is put in, and not to find it is the failure.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "clock/system_clock.h"
#include "life.h"

namespace senja::simulate {
namespace {

struct Options {
  std::uint64_t seed = 1;
  std::size_t seconds = 20;
  std::size_t lives = SIZE_MAX;
  std::size_t steps = 2'000;
  Plant plant = Plant::none;
};

std::optional<Options> parse(int count, char** words);
std::filesystem::path make_folder();

struct Ended {
  std::optional<Objection> objection;
  std::uint64_t trace = 0;
  std::size_t deliveries = 0;
  std::map<std::string, std::size_t> outcomes;
};
Ended live(std::uint64_t seed, const Options& options, const std::filesystem::path& folder) {
  Life life(seed, options.plant, folder / "life");
  Ended ended;
  ended.objection = life.run(options.steps);
  ended.trace = life.trace();
  ended.deliveries = life.deliveries();
  ended.outcomes = life.outcomes;
  return ended;
}

int run(const Options& options) {
  const SystemClock clock;
  const SteadyTime began = clock.steady();
  const std::filesystem::path folder = make_folder();
  std::map<std::string, std::size_t> outcomes;
  std::size_t lives = 0, deliveries = 0;
  std::optional<Objection> objection;
  std::uint64_t seed = options.seed;
  Trace trace;
  bool replayed_alike = true;

  for (; lives < options.lives && clock.steady() - began < std::chrono::seconds{options.seconds}; ++lives, ++seed) {
    const Ended ended = live(seed, options, folder);
    deliveries += ended.deliveries;
    for (const auto& [outcome, count] : ended.outcomes) outcomes[outcome] += count;
    trace.add(static_cast<std::int64_t>(ended.trace));
    objection = ended.objection;
    if (objection) break;
    if (lives == 0) {
      fmt::print("seed {}: trace {:016x}\n", seed, ended.trace);
      const std::uint64_t again = live(seed, options, folder).trace;
      replayed_alike = again == ended.trace;
      fmt::print("again: trace {:016x}\n", again);
      if (!replayed_alike) break;
    }
  }
  std::filesystem::remove_all(folder);

  for (const auto& [outcome, count] : outcomes) fmt::print("  {:28} {}\n", outcome, count);
  if (!replayed_alike) fmt::print("the same seed gave another life: something beside the seed is in play\n");
  if (objection) {
    fmt::print("{} is broken after {} lives: {}\n", objection->invariant, lives, objection->story);
    fmt::print("again: simulate --seed {} --lives 1 --steps {} --plant {}\n", seed, options.steps,
               plant_names[static_cast<std::size_t>(options.plant)]);
  } else {
    fmt::print("{} lives of {} steps, {} deliveries: every invariant held; trace {:016x}\n", lives, options.steps,
               deliveries, trace.hash());
  }
  if (!replayed_alike) return 1;
  return (options.plant == Plant::none) == !objection ? 0 : 1;
}

std::optional<Options> parse(int count, char** words) {
  Options options;
  for (int i = 1; i + 1 < count; i += 2) {
    const std::string_view name = words[i], value = words[i + 1];
    const auto number = [first = value.begin(), last = value.end()](auto& into) {
      const auto [end, error] = std::from_chars(first, last, into);
      return error == std::errc{} && end == last;
    };
    const auto* plant = std::ranges::find(plant_names, value);
    bool good = false;
    if (name == "--seconds") good = number(options.seconds);
    if (name == "--seed") good = number(options.seed);
    if (name == "--lives") good = number(options.lives);
    if (name == "--steps") good = number(options.steps);
    if (name == "--plant" && plant != plant_names.end()) {
      options.plant = static_cast<Plant>(plant - plant_names.begin());
      good = true;
    }
    if (!good) return std::nullopt;
  }
  if (count % 2 == 0) return std::nullopt;
  return options;
}

// In memory where there is such a file system: what survives here is what was written, not what a disk flushed.
std::filesystem::path make_folder() {
  const std::filesystem::path memory = "/dev/shm";
  std::string name =
      (std::filesystem::exists(memory) ? memory : std::filesystem::temp_directory_path()) / "senja-simulate-XXXXXX";
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder: " + name);
  return name;
}

}  // namespace
}  // namespace senja::simulate

int main(int count, char** words) {
  const auto options = senja::simulate::parse(count, words);
  if (!options) {
    fmt::print(stderr, "usage: simulate [--seconds N] [--seed S] [--lives N] [--steps N] [--plant NAME]\nplants: {}\n",
               fmt::join(senja::simulate::plant_names, " "));
    return 2;
  }
  return senja::simulate::run(*options);
}
