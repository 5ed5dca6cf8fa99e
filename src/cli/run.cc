#include "cli/run.h"

#include <iterator>
#include <ostream>

#include "cli/commands.h"

namespace senja::cli {

int run(const std::vector<std::string>& words, World& world) {
  const auto command = parse(words, world.outside.environment);
  if (command) return run(*command, world);
  (command.error().asked_for ? world.out : world.err) << command.error().text;
  return command.error().asked_for ? Exit::done : Exit::usage;
}

int run(const Command& command, World& world) {
  return std::visit([&world](const auto& each) { return run(each, world); }, command);
}

int run(const Version&, World& world) {
  world.out << "senja " << SENJA_VERSION << "\n";
  return Exit::done;
}

std::optional<std::string> read_input(const std::string& file, World& world) {
  if (file == "-") return std::string(std::istreambuf_iterator<char>(world.in), {});
  auto bytes = world.outside.read_file(file);
  if (bytes) return std::move(*bytes);
  world.err << "senja: " << file << " cannot be read: " << bytes.error() << "\n";
  return std::nullopt;
}

}  // namespace senja::cli
