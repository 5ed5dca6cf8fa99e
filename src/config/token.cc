#include "config/token.h"

#include <algorithm>

#include "config/parts.h"
#include "senja/model/digest.h"
#include "senja/signature/encode.h"

namespace senja::config {

namespace {

constexpr std::size_t hash_digits = 64;

std::optional<Token> read_token(Section section, const Surroundings& surroundings);
std::optional<std::string> read_hash(Section& section, const Surroundings& surroundings);
std::vector<Scope> read_scopes(Section& section);
void refuse_doubles(Section& all, const Node& list, const Tokens& tokens);
bool is_base64url(char c);

}  // namespace

std::shared_ptr<const Tokens> read_tokens(Section& all, const Surroundings& surroundings) {
  const Node* list = all.find("token");
  if (list == nullptr) return nullptr;
  if (list->kind != Node::Kind::list) {
    all.problem("token", "must be a list of tables: [[token]], with two brackets");
    return std::make_shared<const Tokens>();
  }
  // An empty list would mean that nobody may ask, or that everybody may: neither is guessed.
  if (list->items.empty()) all.problem("token", "is empty: leave it out if no token is meant");
  if (list->items.size() > tokens_max) {
    all.problem("token", "there are more than " + std::to_string(tokens_max) + " tokens");
    return std::make_shared<const Tokens>();
  }
  Tokens tokens;
  tokens.reserve(list->items.size());
  for (std::size_t i = 0; i < list->items.size(); ++i)
    if (auto token = read_token(all.inside(list->items[i], "token[" + std::to_string(i) + "]"), surroundings))
      tokens.push_back(std::move(*token));
  if (tokens.size() == list->items.size()) refuse_doubles(all, *list, tokens);
  return std::make_shared<const Tokens>(std::move(tokens));
}

bool Token::allows(Scope wanted) const {
  return std::ranges::any_of(scopes, [wanted](Scope each) { return each == wanted || each == Scope::admin; });
}

std::string_view word_of(Scope scope) {
  switch (scope) {
    case Scope::send:
      return "send";
    case Scope::read:
      return "read";
    case Scope::admin:
      return "admin";
  }
  return "";
}

std::string token_text(std::string_view random_bytes) {
  std::string text = signature::to_base64(random_bytes);
  std::ranges::replace(text, '+', '-');
  std::ranges::replace(text, '/', '_');
  text.erase(std::min(text.find('='), text.size()));
  return std::string(token_prefix) + text;
}

bool is_token(std::string_view text) {
  return text.size() == token_bytes && text.starts_with(token_prefix) &&
         std::ranges::all_of(text.substr(token_prefix.size()), is_base64url);
}

std::string token_hash(std::string_view text) { return sha256_hex(text); }

bool token_name_is_sound(std::string_view name) {
  return !name.empty() && name.size() <= limits::word_bytes_max &&
         std::ranges::all_of(name, [](char c) { return is_base64url(c) || c == '.'; });
}

namespace {

// Nothing here may put what stands where a hash should into a message: it may be the token itself.
std::optional<Token> read_token(Section section, const Surroundings& surroundings) {
  if (!section.present()) return std::nullopt;
  const std::size_t problems_before = section.problem_count();
  Token token;
  token.name = section.text("name").value_or("");
  if (!token_name_is_sound(token.name))
    section.problem("name", "is needed: 1 to 64 letters, digits, '_', '-' or '.', which stand in the audit");
  if (section.find("value") != nullptr)
    section.problem("value", "a plain token never stands in the config: `senja token hash` reads it and prints its hash");
  token.hash = read_hash(section, surroundings).value_or("");
  token.scopes = read_scopes(section);
  token.until = read_moment(section, "until");
  section.later("tenant", "is not supported by this version");
  section.finish();
  if (section.problem_count() != problems_before) return std::nullopt;
  return token;
}

// Exactly one of hash, hash_file, hash_env.
std::optional<std::string> read_hash(Section& section, const Surroundings& surroundings) {
  const auto hash = section.text("hash"), file = section.text("hash_file"), env = section.text("hash_env");
  if (int(hash.has_value()) + int(file.has_value()) + int(env.has_value()) != 1) {
    section.problem("", "needs exactly one of `hash`, `hash_file` and `hash_env`");
    return std::nullopt;
  }
  std::string text = hash.value_or("");
  std::string_view key = "hash";
  if (file) {
    key = "hash_file";
    auto read = surroundings.read(*file);
    if (!read) {
      section.problem(key, "\"" + *file + "\" cannot be read: " + read.error());
      return std::nullopt;
    }
    text = std::move(*read);
    while (text.ends_with('\n') || text.ends_with('\r')) text.pop_back();  // editors end files with a line
  }
  if (env) {
    key = "hash_env";
    const auto found = surroundings.outside.environment.find(*env);
    if (found == surroundings.outside.environment.end()) {
      section.problem(key, "the environment variable " + *env + " is not set");
      return std::nullopt;
    }
    text = found->second;
  }
  const std::string_view digits = std::string_view(text).substr(std::min(token_hash_prefix.size(), text.size()));
  if (text.starts_with(token_hash_prefix) && digits.size() == hash_digits &&
      digits.find_first_not_of("0123456789abcdef") == digits.npos)
    return std::string(digits);
  section.problem(key, is_token(text) ? "is a token, not its hash: `senja token hash` reads it and prints its hash"
                                      : "must be \"sha256:\" and 64 lower-case hex digits, as `senja token hash` prints it");
  return std::nullopt;
}

std::vector<Scope> read_scopes(Section& section) {
  std::vector<Scope> scopes;
  const Node* node = section.find("scopes");
  const auto words = section.texts("scopes");
  if (node == nullptr || (node->kind == Node::Kind::list && node->items.empty()))
    section.problem("scopes", "is needed: what the token is for, out of \"send\", \"read\" and \"admin\"");
  scopes.reserve(words.size());
  for (const std::string& word : words) {
    const auto known = {Scope::send, Scope::read, Scope::admin};
    const auto* scope = std::ranges::find(known, word, word_of);
    if (scope == known.end())
      section.problem("scopes", "\"" + word + "\" is not one of \"send\", \"read\" and \"admin\"");
    else
      scopes.push_back(*scope);
  }
  return scopes;
}

// With one name twice the audit would not tell who; with one hash twice nor would the token.
void refuse_doubles(Section& all, const Node& list, const Tokens& tokens) {
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const std::string key = "token[" + std::to_string(i) + "]";
    const auto before = tokens.begin() + static_cast<std::ptrdiff_t>(i);
    if (std::find_if(tokens.begin(), before, [&](const Token& each) { return each.name == before->name; }) != before)
      all.problem_at(list.items[i], key, "another token is named \"" + before->name + "\", too");
    if (std::find_if(tokens.begin(), before, [&](const Token& each) { return each.hash == before->hash; }) != before)
      all.problem_at(list.items[i], key, "another token has the same hash: each is one caller's own");
  }
}

bool is_base64url(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
}

}  // namespace

}  // namespace senja::config
