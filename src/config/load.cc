#include <filesystem>

#include "config/parts.h"

namespace senja::config {

namespace {

bool name_is_sound(std::string_view name);

}  // namespace

std::expected<Settings, std::vector<Problem>> load(const std::string& path, const Outside& outside,
                                                   const Overrides& overrides) {
  const auto text = outside.read_file(path);
  if (!text) return std::unexpected(std::vector{Problem{path, 0, "", "cannot be read: " + text.error()}});
  auto root = parse_toml(*text, path);
  if (!root) return std::unexpected(std::vector{root.error()});

  Report report;
  apply_environment(*root, outside.environment, report.problems);
  apply_overrides(*root, overrides);
  const Surroundings surroundings{outside, std::filesystem::path(path).parent_path().string()};

  Settings settings;
  settings.path = path;
  for (const char* part : {"server", "store"})
    if (const auto table = root->entries.find(part); table != root->entries.end())
      for (const auto& [key, node] : table->second.entries)
        settings.written.emplace(std::string{part} + "." + key, node.origin);
  Section all(&*root, {path, 0}, "", report);
  const Section server = all.table("server");
  settings.server = read_server(server, surroundings);
  const bool asks_for_certificates = Section{server}.table("tls").find("client_ca") != nullptr;
  const Schemes schemes = read_schemes(all.table("scheme"));
  Section sources = all.table("source");
  sources.each([&](const std::string& name, const Node& node) {
    if (!name_is_sound(name))
      return sources.problem(name, "a source's name is 1 to 64 letters, digits, '_' or '-': it is part of its URL");
    Section section = sources.inside(node, name);
    auto source = read_source(section, name, schemes, surroundings);
    if (!source) return;
    if (source->certificate && !asks_for_certificates)
      section.problem("client_certificate", "needs server.tls.client_ca: without it no client is asked for a certificate");
    settings.sources.push_back(std::move(source));
  });
  for (const auto& source : settings.sources) settings.store.policies.push_back(source->policy);
  read_store(all.table("store"), surroundings, settings.store);
  settings.store.holder = path + ", listening on " + settings.server.listen;
  settings.tokens = read_tokens(all, surroundings);
  check_admin_listener(server, settings);
  for (const char* part : {"endpoint", "redis"}) all.later(part, "is not supported by this version");
  all.finish();

  if (!report.problems.empty()) return std::unexpected(std::move(report.problems));
  if (settings.sources.empty())
    report.warnings.push_back(Problem{path, 0, "source", "no source: nothing can come in"}.message());
  settings.warnings = std::move(report.warnings);
  return settings;
}

std::expected<std::string, std::string> Surroundings::read(const std::string& name) const {
  return outside.read_file((std::filesystem::path(folder) / name).string());
}

namespace {

bool name_is_sound(std::string_view name) {
  constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";
  return !name.empty() && name.size() <= limits::word_bytes_max && name.find_first_not_of(letters) == name.npos;
}

}  // namespace

}  // namespace senja::config
