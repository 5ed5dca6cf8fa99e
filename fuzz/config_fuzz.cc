// Any text is either settings or a list of problems, each of which says something.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "config/settings.h"

namespace senja {

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  config::Outside outside;
  outside.read_file = [&](const std::string& path) -> std::expected<std::string, std::string> {
    if (path == "fuzzed.toml") return text;
    if (path.ends_with(".sql")) return "CREATE TABLE IF NOT EXISTS t (id TEXT);";
    return std::unexpected("no such file");
  };
  outside.environment = {{"SENJA_SERVER__LISTEN", "127.0.0.1:9"}, {"REWARDS_SECRET", "a secret of thirty-two characters"}};
  const auto settings = config::load("fuzzed.toml", outside);
  if (settings) return 0;
  if (settings.error().empty()) std::abort();
  for (const config::Problem& problem : settings.error())
    if (problem.text.empty() || problem.message().empty()) std::abort();
  return 0;
}

}  // namespace senja
