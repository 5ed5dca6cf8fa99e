// A fuzz target without a fuzzer: every input of the kept corpus, and so many of its near relations, always the same ones.
// Part of every test run; `make fuzz` looks for new ones.
//
//   http_smoke fuzz/corpus/http
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

constexpr int relations = 3'000;
constexpr std::size_t bytes_max = 16 * 1024;

void run(const std::string& input) {
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
}

std::vector<std::string> read_all(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) paths.push_back(entry.path());
  std::ranges::sort(paths);
  std::vector<std::string> inputs;
  inputs.reserve(paths.size());
  for (const auto& path : paths) {
    std::ifstream file{path, std::ios::binary};
    inputs.emplace_back(std::istreambuf_iterator<char>{file}, std::istreambuf_iterator<char>{});
  }
  return inputs;
}

// One small change: a byte, a hole, a doubled piece, or a piece of another input.
void change(std::string& input, const std::string& other, std::mt19937_64& chance) {
  const auto below = [&](std::size_t bound) { return bound == 0 ? 0 : static_cast<std::size_t>(chance() % bound); };
  const std::size_t at = below(input.size() + 1), size = 1 + below(8);
  switch (below(5)) {
    case 0:
      if (at < input.size()) input[at] = static_cast<char>(chance());
      break;
    case 1:
      if (at < input.size()) input[at] = static_cast<char>(input[at] ^ (1 << below(8)));
      break;
    case 2:
      input.erase(at, size);
      break;
    case 3:
      input.insert(at, input.substr(below(input.size() + 1), size));
      break;
    default:
      input.insert(at, other.substr(below(other.size() + 1), 4 * size));
      break;
  }
  input.resize(std::min(input.size(), bytes_max));
}

}  // namespace

int main(int count, char** words) {
  if (count != 2) {
    std::cerr << "usage: " << words[0] << " CORPUS\n";
    return 2;
  }
  const std::vector<std::string> inputs = read_all(words[1]);
  if (inputs.empty()) {
    std::cerr << words[1] << " is empty\n";
    return 1;
  }
  for (const std::string& input : inputs) run(input);
  run({});
  std::mt19937_64 chance(inputs.size());
  for (int i = 0; i < relations; ++i) {
    std::string input = inputs[chance() % inputs.size()];
    for (std::uint64_t changes = 1 + chance() % 4; changes > 0; --changes)
      change(input, inputs[chance() % inputs.size()], chance);
    run(input);
  }
  std::cout << inputs.size() << " inputs, " << relations << " relations\n";
}
