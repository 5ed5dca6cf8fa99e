#include <ostream>

#include "cli/commands.h"
#include "store/open.h"

namespace senja::cli {

namespace {

std::optional<config::Settings> load(const std::string& path, const config::Overrides& overrides, World& world);

}  // namespace

int run(const Serve& serve, World& world) {
  auto settings = load(serve.config, serve.overrides, world);
  if (!settings) return Exit::configuration;
  for (const std::string& warning : settings->warnings) world.err << "warning: " << warning << "\n";
  return world.serve({.settings = std::move(*settings),
                      .reload = [&] { return config::load(serve.config, world.outside, serve.overrides); },
                      .environment = world.outside.environment});
}

int run(const Demo& demo, World& world) { return world.demo(demo); }

int run(const ConfigCheck& check, World& world) {
  const auto settings = load(check.config, check.overrides, world);
  if (!settings) return Exit::configuration;
  const auto problems = store::check(settings->store);
  for (const std::string& problem : problems) world.err << check.config << ": " << problem << "\n";
  if (!problems.empty()) return Exit::configuration;

  std::size_t effects = 0;
  for (const auto& policy : settings->store.policies) effects += policy->effects.size();
  for (const std::string& warning : settings->warnings) world.out << "warning: " << warning << "\n";
  world.out << "ok: sources " << settings->sources.size() << ", effects " << effects << ", warnings "
            << settings->warnings.size() << "\n";
  return Exit::done;
}

namespace {

std::optional<config::Settings> load(const std::string& path, const config::Overrides& overrides, World& world) {
  auto settings = config::load(path, world.outside, overrides);
  if (settings) return std::move(*settings);
  for (const config::Problem& problem : settings.error()) world.err << problem.message() << "\n";
  return std::nullopt;
}

}  // namespace

}  // namespace senja::cli
