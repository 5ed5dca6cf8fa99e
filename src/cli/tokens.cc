#include "cli/tokens.h"

#include <algorithm>
#include <ostream>

#include "cli/commands.h"
#include "config/token.h"

namespace senja::cli {

namespace {

void without_line_end(std::string& text);

}  // namespace

int run(const TokenNew& wanted, World& world) {
  const std::string token = config::token_text(random_bytes(config::token_random_bytes, world.entropy));
  std::string scopes;
  for (const std::string& scope : wanted.scopes) scopes.append(scopes.empty() ? "\"" : ", \"").append(scope).append("\"");
  world.out << "The token, shown this once:\n\n"
            << token << "\n\n"
            << "For the config:\n\n"
            << "[[token]]\n"
            << "name   = \"" << wanted.name << "\"\n"
            << "hash   = \"" << config::token_hash_prefix << config::token_hash(token) << "\"\n"
            << "scopes = [" << scopes << "]\n";
  return Exit::done;
}

int run(const TokenHash&, World& world) {
  auto token = read_input("-", world);
  if (!token) return Exit::usage;
  without_line_end(*token);
  if (!config::is_token(*token)) {
    world.err << "senja: what came is no token: one is \"senja_\" and 43 characters more, as `senja token new` makes it\n";
    return Exit::usage;
  }
  world.out << "hash = \"" << config::token_hash_prefix << config::token_hash(*token) << "\"\n";
  return Exit::done;
}

std::expected<std::string, int> token_of(const Admin& admin, World& world) {
  std::string token = admin.token;
  std::string from = "--token (or SENJA_TOKEN)";
  if (!admin.token_file.empty()) {
    auto text = read_input(admin.token_file, world);
    if (!text) return std::unexpected(Exit::usage);
    token = std::move(*text);
    from = admin.token_file;
    without_line_end(token);
  }
  const bool none = token.empty() && admin.token_file.empty();
  if (none || config::is_token(token)) return token;
  world.err << "senja: " << from << ": what stands there is no token\n";
  return std::unexpected(Exit::usage);
}

std::string without_tokens(std::string text) {
  constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  for (std::size_t at = text.find(config::token_prefix); at != text.npos; at = text.find(config::token_prefix, at + 1)) {
    const std::size_t begin = at + config::token_prefix.size();
    const std::size_t length = std::min(text.find_first_not_of(alphabet, begin), text.size()) - begin;
    if (length >= config::token_bytes - config::token_prefix.size()) text.replace(begin, length, "…");
  }
  return text;
}

namespace {

// Files and pipes end with a line.
void without_line_end(std::string& text) {
  while (text.ends_with('\n') || text.ends_with('\r')) text.pop_back();
}

}  // namespace

}  // namespace senja::cli
