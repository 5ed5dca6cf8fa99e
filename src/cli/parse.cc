#include <CLI/CLI.hpp>
#include <sstream>

#include "cli/tokens.h"
#include "cli/verbs.h"
#include "config/section.h"

namespace senja::cli {

namespace {

// One line a verb and no noise: the examples say more than the types of options do.
class Words : public CLI::Formatter {
 public:
  Words() { column_width(30); }
  std::string make_option_opts(const CLI::Option* option) const override {
    if (option->get_type_size() == 0) return option->get_required() ? " (needed)" : "";
    const std::string value = option->get_type_name().empty() ? "" : " " + option->get_type_name();
    return value + (option->get_required() && !option->get_positional() ? " (needed)" : "");
  }
};

std::string missing_verb(const CLI::App& app, const CLI::ParseError& error);

}  // namespace

std::expected<Command, Usage> parse(const std::vector<std::string>& words,
                                    const std::map<std::string, std::string>& environment) {
  CLI::App app(
      "Senja: a webhook gateway for events that expire.\n"
      "An event takes effect exactly once, in order, and never after its time.",
      "senja");
  app.formatter(std::make_shared<Words>());
  app.set_help_flag("-h,--help", "this help; each verb has its own");
  app.get_formatter()->label("SUBCOMMAND", "VERB");
  app.get_formatter()->label("Positionals", "Words");
  app.require_subcommand(1);
  Parsing parsing{environment, std::nullopt};
  add_serving(app, parsing);
  add_signing(app, parsing);
  add_tokens(app, parsing);
  add_asking(app, parsing);
  app.footer(
      "First steps:\n  senja demo                                     see what it does\n"
      "  senja config check --config senja.toml         is my config right?\n"
      "  senja serve --config senja.toml                run it\n\n"
      "Exit: 0 done, 1 the answer is no, 2 usage, 3 configuration, 4 unreachable.");

  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));  // CLI11 reads them from the back
    return std::move(parsing.chosen).value();
  } catch (const CLI::ParseError& error) {
    std::ostringstream help, complaint;
    if (const std::string verb = missing_verb(app, error); !verb.empty())
      return std::unexpected(Usage{false, without_tokens(verb)});
    const bool asked_for = app.exit(error, help, complaint) == 0;
    return std::unexpected(Usage{asked_for, asked_for ? help.str() : "senja: " + without_tokens(complaint.str())});
  }
}

CLI::App* add_verb(CLI::App& app, const std::string& name, const std::string& what, const std::string& example) {
  CLI::App* verb = app.add_subcommand(name, what);
  verb->group("Verbs");
  verb->footer(example.empty() ? "" : "Example:\n  senja " + example);
  return verb;
}

void add_ca(CLI::App& verb, std::string& ca, const Parsing& parsing) {
  ca = parsing.variable("SENJA_CA", "");
  verb.add_option("--ca", ca, "certificates to believe under https, instead of the system's (or SENJA_CA)")
      ->type_name("FILE");
}

void refuse_words(const std::string& why) { throw CLI::ParseError(why, CLI::ExitCodes::ValidationError); }

namespace {

// What stands where a verb should, or that nothing does; empty: the error is another one.
std::string missing_verb(const CLI::App& app, const CLI::ParseError& error) {
  if (error.get_name() != "RequiredError") return "";
  const CLI::App* at = &app;
  while (!at->get_subcommands().empty()) at = at->get_subcommands().front();  // those that were read
  const auto verbs = at->get_subcommands([](const CLI::App*) { return true; });
  if (verbs.empty()) return "";

  std::vector<std::string_view> names;
  std::string list;
  for (const CLI::App* verb : verbs) {
    names.push_back(verb->get_name());
    list.append(list.empty() ? "" : ", ").append(verb->get_name());
  }
  const auto words = app.remaining(true);
  const std::string what = words.empty()
                               ? "a verb is needed: " + list
                               : "\"" + words.front() + "\" is not one of " + list + config::nearest(words.front(), names);
  return "senja: " + what + "\n";
}

}  // namespace

std::string Parsing::variable(const std::string& name, const std::string& otherwise) const {
  const auto found = environment.find(name);
  return found == environment.end() ? otherwise : found->second;
}

}  // namespace senja::cli
