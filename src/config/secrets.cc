#include "config/parts.h"
#include "senja/contract/times.h"

namespace senja::config {

namespace {

std::optional<std::string> read_bytes(Section& entry, const Surroundings& surroundings);
std::size_t key_bytes(signature::KeyForm form, std::string_view text);
bool only_white(std::string_view text) { return text.find_first_not_of(" \t\r\n\v\f") == text.npos; }

}  // namespace

// Nothing here may put a secret's text into a message.
std::vector<signature::LiveSecret> read_secrets(Section& source, const signature::Scheme& scheme,
                                                const Surroundings& surroundings) {
  std::vector<signature::LiveSecret> secrets;
  const bool allow_short = source.flag("allow_short_secrets").value_or(false);
  const bool unsigned_scheme = scheme.algorithm == signature::Algorithm::none;
  const Node* list = source.find("secrets");
  if (list == nullptr || (list->kind == Node::Kind::list && list->items.empty())) {
    if (!unsigned_scheme) source.problem("secrets", "is needed: the scheme \"" + scheme.name + "\" verifies signatures");
    return secrets;
  }
  if (unsigned_scheme)
    source.problem("secrets", "the scheme \"none\" verifies nothing: name another scheme or give no secrets");
  if (list->kind != Node::Kind::list) {
    source.problem("secrets", "must be a list, like [{ env = \"REWARDS_SECRET\" }]");
    return secrets;
  }
  if (list->items.size() > limits::secrets_per_source_max)
    source.problem("secrets", "holds more than " + std::to_string(limits::secrets_per_source_max) + " secrets");

  for (std::size_t i = 0; i < list->items.size(); ++i) {
    const Node& item = list->items[i];
    const std::string key = "secrets[" + std::to_string(i) + "]";
    Section entry = source.inside(item, key);
    auto bytes = read_bytes(entry, surroundings);
    signature::LiveSecret secret{Secret(), read_moment(entry, "from"), read_moment(entry, "until")};
    if (secret.from && secret.until && *secret.until <= *secret.from) entry.problem("until", "is not after `from`");
    entry.finish();
    if (!bytes) continue;

    const std::size_t size = key_bytes(scheme.key, *bytes);
    const std::string length = "is " + std::to_string(size) + " bytes long";
    if (size < limits::secret_bytes_min && !allow_short)
      source.problem_at(
          item, key,
          length + "; shorter than " + std::to_string(limits::secret_bytes_min) + " bytes needs allow_short_secrets = true");
    else if (size < limits::secret_bytes_weak)
      entry.warning("",
                    length + ": at least " + std::to_string(limits::secret_bytes_weak) + " random bytes are hard to guess");
    secret.secret = Secret(std::move(*bytes));
    secrets.push_back(std::move(secret));
  }
  return secrets;
}

std::optional<WallTime> read_moment(Section& entry, std::string_view key) {
  const Node* node = entry.find(key);
  if (node == nullptr) return std::nullopt;
  const bool texty = node->kind == Node::Kind::text || node->kind == Node::Kind::time;
  if (const auto moment = contract::parse_rfc3339(node->text); texty && moment) return moment;
  entry.problem(key, "must be a time with a zone, like 2026-12-31T00:00:00Z");
  return std::nullopt;
}

namespace {

// Exactly one of value, file, env.
std::optional<std::string> read_bytes(Section& entry, const Surroundings& surroundings) {
  const auto value = entry.text("value"), file = entry.text("file"), env = entry.text("env");
  if (!entry.present()) return std::nullopt;
  if (int(value.has_value()) + int(file.has_value()) + int(env.has_value()) != 1) {
    entry.problem("", "needs exactly one of `value`, `file` and `env`");
    return std::nullopt;
  }
  std::string bytes = value.value_or("");
  std::string_view key = "value", of;
  if (file) {
    auto read = surroundings.read(*file);
    if (!read) {
      entry.problem("file", "\"" + *file + "\" cannot be read: " + read.error());
      return std::nullopt;
    }
    bytes = std::move(*read);
    while (bytes.ends_with('\n') || bytes.ends_with('\r')) bytes.pop_back();  // editors end files with a line
    key = "file", of = *file;
  }
  if (env) {
    const auto found = surroundings.outside.environment.find(*env);
    if (found == surroundings.outside.environment.end()) {
      entry.problem("env", "the environment variable " + *env + " is not set");
      return std::nullopt;
    }
    bytes = found->second;
    key = "env", of = *env;
  }
  if (!only_white(bytes)) return bytes;
  const std::string what = of.empty() ? "the secret" : "the secret in " + std::string(of);
  entry.problem(key, what + (bytes.empty() ? " is empty" : " is only white space"));
  return std::nullopt;
}

// How many bytes of key the text will make; whether it makes any is the verifier's to say.
std::size_t key_bytes(signature::KeyForm form, std::string_view text) {
  if (form == signature::KeyForm::utf8) return text.size();
  if (form == signature::KeyForm::hex) return text.size() / 2;
  if (form == signature::KeyForm::whsec && text.starts_with("whsec_")) text.remove_prefix(6);
  while (text.ends_with('=')) text.remove_suffix(1);
  return text.size() * 3 / 4;
}

}  // namespace

}  // namespace senja::config
