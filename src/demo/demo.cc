#include "demo/demo.h"

#include <array>
#include <cstdio>
#include <expected>
#include <filesystem>
#include <fstream>
#include <ostream>

#include "demo/gateway.h"
#include "demo/quickstart.h"
#include "demo/scenes.h"
#include "demo/screen.h"
#include "demo/stage.h"
#include "demo/try_it.h"

namespace senja::demo {

namespace {

constexpr int done = 0, not_right = 1;

std::expected<std::string, std::string> write_quickstart(const std::filesystem::path& folder);
std::expected<Place, std::string> place_of(const DemoOptions& options, const std::string& config);
std::string run_prefix(Entropy& entropy);
bool colours(const DemoOptions& options);
void play(Stage& stage, Screen& screen);

}  // namespace

int run(const DemoOptions& options, std::ostream& out) {
  Screen screen(out, colours(options));
  const auto give_up = [&](const std::string& why) {
    screen.trouble(why);
    return not_right;
  };
  const auto config = write_quickstart(options.folder);
  if (!config) return give_up(config.error());
  const auto place = place_of(options, *config);
  if (!place) return give_up(place.error());

  Gateway gateway({options.program, *config, options.folder + "/demo.log"}, *place);
  if (auto started = gateway.start(); !started) return give_up(started.error());

  const std::string prefix = run_prefix(options.entropy);
  Stage stage(*place, gateway, options.clock, prefix);
  screen.title("Senja demo, run " + prefix);
  screen.note("gateway on " + place->gateway.authority() + ", admin on " + place->admin.authority() + ", store " +
              place->database);
  screen.note("The plain receiver beside it checks signatures, keeps the ids it has seen in memory, never looks");
  screen.note("at expires_at or the order of versions, and reads before it writes. Both get the same bytes.");
  play(stage, screen);

  if (!options.once) {
    show_what_to_try(stage, *place, screen);
    out.flush();
    gateway.serve_until_interrupted();
  }
  gateway.stop();
  return screen.all_right() ? done : not_right;
}

namespace {

void play(Stage& stage, Screen& screen) {
  screen.columns();
  claims(stage, screen);
  bookings(stage, screen);
  expected_versions(stage, screen);
  clocks(stage, screen);
  signatures(stage, screen);
  lost_answers(stage, screen);
  two_at_once(stage, screen);
  killed_in_mid_load(stage, screen);
  screen.summary();
}

std::expected<std::string, std::string> write_quickstart(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return std::unexpected("cannot make " + folder.string() + ": " + error.message());
  const auto config = folder / "quickstart.toml";
  for (const auto& [file, text] : {std::pair(config, quickstart_toml), std::pair(folder / "quickstart.sql", quickstart_sql)})
    if (!(std::ofstream(file, std::ios::binary) << text).flush()) return std::unexpected("cannot write " + file.string());
  return config.string();
}

// The config is read as the gateway reads it, environment included: so the demo knows its ports, secrets and store.
std::expected<Place, std::string> place_of(const DemoOptions& options, const std::string& config) {
  auto settings = config::load(config, options.outside);
  if (!settings) return std::unexpected(settings.error().front().message());
  const auto gateway = net::parse_url("http://" + settings->server.listen);
  if (!gateway) return std::unexpected(settings->server.listen + ": " + gateway.error());
  const auto admin = net::parse_url("http://" + settings->server.admin_listen);
  if (!admin) return std::unexpected(settings->server.admin_listen + ": " + admin.error());
  constexpr std::string_view scheme = "sqlite:";
  if (!settings->store.url.starts_with(scheme))
    return std::unexpected("the demo looks into its database: the store must be a SQLite file");
  return Place{*gateway, *admin, settings->store.url.substr(scheme.size()), std::move(settings->sources)};
}

// Sets this run's ids apart from those of earlier runs on the same file.
std::string run_prefix(Entropy& entropy) {
  std::array<char, 8> text{};
  std::snprintf(text.data(), text.size(), "%06x", static_cast<unsigned>(entropy.draw() & 0xffffff));
  return text.data();
}

bool colours(const DemoOptions& options) {
  const auto no_color = options.outside.environment.find("NO_COLOR");
  return options.terminal && (no_color == options.outside.environment.end() || no_color->second.empty());
}

}  // namespace

}  // namespace senja::demo
