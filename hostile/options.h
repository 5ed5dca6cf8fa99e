// The command line.
#pragma once

#include <cstddef>
#include <expected>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace senja::hostile {

struct Options {
  std::filesystem::path program{};
  bool tls = false;
  std::size_t rounds = 5;             // each once without the strangers and once with them
  std::size_t seconds = 8;            // of good requests in each half of a round
  std::size_t rate = 1'000;           // good requests a second beside the crowd; a fifth of it in the other scenes
  std::size_t idle = 10'000;          // connections
  std::size_t slow = 500;             // connections
  std::size_t forged = 5'000;         // a second
  std::size_t bodies = 200;           // at once
  std::size_t resets = 2'000;         // a second
  std::vector<std::string> scenes{};  // of scene_names, each once
};

inline constexpr const char* scene_names[] = {"crowd", "signatures", "bodies", "resets"};

// `words` without the program's own name. The error is a sentence.
std::expected<Options, std::string> parse_options(std::span<const char* const> words);
std::string usage();

}  // namespace senja::hostile
