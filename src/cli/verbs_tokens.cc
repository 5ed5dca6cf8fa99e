#include <CLI/CLI.hpp>
#include <memory>

#include "cli/verbs.h"
#include "config/token.h"

namespace senja::cli {

void add_tokens(CLI::App& app, Parsing& parsing) {
  CLI::App* group = add_verb(app, "token", "tokens for the admin listener", "");
  group->require_subcommand(1);
  group->group("Serving");

  CLI::App* making = add_verb(*group, "new", "make one: prints it once, and the block for the config",
                              "token new --name grafana --scope read");
  auto made = std::make_shared<TokenNew>();
  making->add_option("--name", made->name, "whose it is, in the config and the audit; else " + made->name)
      ->type_name("NAME")
      ->check([](const std::string& name) {
        return config::token_name_is_sound(name) ? std::string() : "write 1 to 64 letters, digits, '_', '-' or '.'";
      });
  making->add_option("--scope", made->scopes, "send, read or admin; may be repeated; else read")
      ->type_name("SCOPE")
      ->check(CLI::IsMember({"send", "read", "admin"}).description(""));
  making->callback([&parsing, made] { parsing.chosen = *made; });

  CLI::App* hashing =
      add_verb(*group, "hash", "print the config's line for a token from standard input", "token hash < grafana.token");
  hashing->callback([&parsing] { parsing.chosen = TokenHash{}; });
}

}  // namespace senja::cli
