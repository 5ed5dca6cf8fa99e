#include "options.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <string_view>

namespace senja::hostile {

namespace {

struct Number {
  std::string_view name;
  std::size_t Options::* value;
  std::size_t max;
};
// The idle and the slow must fit into the 20,000 connections of the gateway's config, and into a machine's ports.
constexpr std::array<Number, 8> numbers{{{"--rounds", &Options::rounds, 100},
                                         {"--seconds", &Options::seconds, 600},
                                         {"--rate", &Options::rate, 20'000},
                                         {"--idle", &Options::idle, 15'000},
                                         {"--slow", &Options::slow, 4'000},
                                         {"--forged", &Options::forged, 50'000},
                                         {"--bodies", &Options::bodies, 2'000},
                                         {"--resets", &Options::resets, 10'000}}};

std::expected<std::size_t, std::string> read_number(const Number& number, std::string_view text);
std::expected<void, std::string> add_scenes(std::vector<std::string>& scenes, std::string_view word);

}  // namespace

std::expected<Options, std::string> parse_options(std::span<const char* const> words) {
  Options options;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words[i];
    if (word == "--tls") {
      options.tls = true;
      continue;
    }
    if (!word.starts_with("--")) {
      if (auto added = add_scenes(options.scenes, word); !added) return std::unexpected(added.error());
      continue;
    }
    const auto* const number = std::ranges::find(numbers, word, &Number::name);
    if (word != "--program" && number == numbers.end()) return std::unexpected(std::string{word} + " is not an option");
    ++i;
    if (i == words.size()) return std::unexpected(std::string{word} + " lacks its value");
    if (word == "--program") {
      options.program = words[i];
      continue;
    }
    const auto value = read_number(*number, words[i]);
    if (!value) return std::unexpected(value.error());
    options.*(number->value) = *value;
  }
  if (options.program.empty()) return std::unexpected("--program is needed");
  if (options.scenes.empty()) return std::unexpected("which scene?");
  return options;
}

std::string usage() {
  return "usage: hostile --program PATH [--tls] [--rounds N] [--seconds N] [--rate N] [--idle N] [--slow N] [--forged N]\n"
         "               [--bodies N] [--resets N] crowd|signatures|bodies|resets|all ...\n";
}

namespace {

std::expected<std::size_t, std::string> read_number(const Number& number, std::string_view text) {
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < 1 || value > number.max)
    return std::unexpected(std::string{number.name} + " takes a whole number from 1 to " + std::to_string(number.max));
  return value;
}

std::expected<void, std::string> add_scenes(std::vector<std::string>& scenes, std::string_view word) {
  const auto add = [&scenes](std::string_view name) {
    if (std::ranges::find(scenes, name) == scenes.end()) scenes.emplace_back(name);
  };
  if (word == "all") {
    std::ranges::for_each(scene_names, add);
  } else if (std::ranges::find(scene_names, word) != std::end(scene_names)) {
    add(word);
  } else {
    return std::unexpected(std::string{word} + " is not a scene");
  }
  return {};
}

}  // namespace

}  // namespace senja::hostile
