#include "cli/run.h"

#include <algorithm>
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

std::expected<net::ClientTls, int> tls_of(const net::Url& url, const std::string& ca, World& world) {
  net::ClientTls tls;
  if (!url.secure || ca.empty()) return tls;
  auto text = read_input(ca, world);
  if (!text) return std::unexpected(Exit::usage);
  tls.ca = net::PemFile{ca, std::move(*text)};
  return tls;
}

std::string random_bytes(std::size_t count, Entropy& entropy) {
  std::string bytes;
  while (bytes.size() < count) {
    const std::uint64_t drawn = entropy.draw();
    bytes.append(reinterpret_cast<const char*>(&drawn), std::min(sizeof drawn, count - bytes.size()));
  }
  return bytes;
}

}  // namespace senja::cli
