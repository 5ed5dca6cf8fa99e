// The verbs of the command line, a file a family. Each puts its subcommands under `app` and, once one was read, its
// Command into `chosen`.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>

#include "cli/command.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace senja::cli {

struct Parsing {
  const std::map<std::string, std::string>& environment;
  std::optional<Command> chosen;
  std::string variable(const std::string& name, const std::string& otherwise) const;
};

void add_serving(CLI::App& app, Parsing& parsing);
void add_signing(CLI::App& app, Parsing& parsing);
void add_tokens(CLI::App& app, Parsing& parsing);
void add_asking(CLI::App& app, Parsing& parsing);

// A subcommand that fills a Command of its own and chooses it.
CLI::App* add_verb(CLI::App& app, const std::string& name, const std::string& what, const std::string& example);
void add_ca(CLI::App& verb, std::string& ca, const Parsing& parsing);
[[noreturn]] void refuse_words(const std::string& why);  // a usage error, from inside a verb

}  // namespace senja::cli
