#include <CLI/CLI.hpp>
#include <memory>

#include "cli/verbs.h"

namespace senja::cli {

namespace {

void add_overrides(CLI::App& verb, std::string& config, config::Overrides& overrides);

}  // namespace

void add_serving(CLI::App& app, Parsing& parsing) {
  CLI::App* serve = add_verb(app, "serve", "run the gateway until SIGTERM or SIGINT",
                             "serve --config examples/quickstart.toml --data var/senja.db");
  auto serving = std::make_shared<Serve>();
  add_overrides(*serve, serving->config, serving->overrides);
  auto redis = std::make_shared<std::string>();
  serve->add_option("--redis", *redis, "a cache in front of PostgreSQL (not in this version)")->type_name("URL");
  serve->callback([&parsing, serving, redis] {
    if (!redis->empty()) refuse_words("--redis: needs PostgreSQL, and this version has neither");
    parsing.chosen = *serving;
  });

  CLI::App* demo = add_verb(app, "demo", "see what late, doubled, reordered and forged events do to it", "demo --once");
  auto showing = std::make_shared<Demo>();
  demo->add_flag("--once", showing->once, "end after the last line; exit 0 only if every line is right");
  demo->callback([&parsing, showing] { parsing.chosen = *showing; });

  CLI::App* config = add_verb(app, "config", "look at a config file", "");
  config->require_subcommand(1);
  CLI::App* check = add_verb(*config, "check", "is it right? Names file, line and key of all that is not",
                             "config check --config examples/quickstart.toml");
  auto checking = std::make_shared<ConfigCheck>();
  add_overrides(*check, checking->config, checking->overrides);
  check->callback([&parsing, checking] { parsing.chosen = *checking; });

  add_verb(app, "version", "which Senja is this", "")->callback([&parsing] { parsing.chosen = Version{}; });
  for (const char* verb : {"serve", "demo", "config", "version"}) app.get_subcommand(verb)->group("Serving");
}

namespace {

void add_overrides(CLI::App& verb, std::string& config, config::Overrides& overrides) {
  verb.add_option("--config", config, "the TOML file")->required()->type_name("FILE");
  verb.add_option("--listen", overrides.listen, "public address, instead of server.listen")->type_name("HOST:PORT");
  verb.add_option("--admin-listen", overrides.admin_listen, "admin address, instead of server.admin_listen")
      ->type_name("HOST:PORT");
  verb.add_option("--data", overrides.data, "database file, instead of store.url")->type_name("PATH|URL");
}

}  // namespace

}  // namespace senja::cli
