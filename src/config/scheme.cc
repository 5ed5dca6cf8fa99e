#include "config/duration.h"
#include "config/parts.h"
#include "senja/signature/catalogue.h"

namespace senja::config {

namespace {

signature::SchemeRow read_row(Section section, const std::string& name);
std::optional<std::int64_t> read_seconds(Section& section, std::string_view key);

}  // namespace

Schemes read_schemes(Section section) {
  Schemes schemes;
  section.each([&](const std::string& name, const Node& node) {
    if (signature::find_scheme(name) != nullptr) return section.problem(name, "is the name of a built-in scheme");
    const std::size_t before = section.problem_count();
    const auto row = read_row(section.inside(node, name), name);
    if (section.problem_count() != before) return;
    auto scheme = signature::compile(row);
    if (scheme)
      schemes.emplace(name, std::move(*scheme));
    else
      section.inside(node, name).problem(scheme.error().field, scheme.error().problem);
  });
  return schemes;
}

namespace {

// The ten fields of the grammar, and `repeatable`. What they may say is compile()'s to judge.
signature::SchemeRow read_row(Section section, const std::string& name) {
  signature::SchemeRow row;
  row.name = name;
  const auto text = [&section](std::string_view key, std::string& value) {
    if (auto read = section.text(key)) value = std::move(*read);
  };
  text("sig", row.sig);
  text("split", row.split);
  row.item = section.texts("item");
  text("signed", row.signed_text);
  text("alg", row.alg);
  text("enc", row.enc);
  text("key", row.key);
  text("id", row.id);
  row.repeatable = section.flag("repeatable").value_or(false);
  if (row.alg == "none") section.problem("alg", "an unsigned source is `scheme = \"none\"`, by that name alone");

  Section time = section.table("time");
  if (time.present() && time.find("from") == nullptr) time.problem("from", "is needed: where the timestamp stands");
  row.time_from = time.text("from").value_or("");
  row.time_unit = time.text("unit").value_or("s");
  row.time_past = read_seconds(time, "past");
  row.time_future = read_seconds(time, "future");
  time.finish();

  text("challenge", row.challenge);
  section.finish();
  return row;
}

// Whole seconds, as the grammar has them, or a duration.
std::optional<std::int64_t> read_seconds(Section& section, std::string_view key) {
  const Node* node = section.find(key);
  const std::int64_t longest = std::chrono::floor<std::chrono::seconds>(limits::config_time_max).count();
  if (node == nullptr || node->kind != Node::Kind::text) return section.integer(key, 0, longest);
  const auto span = section.duration(key);
  if (!span) return std::nullopt;
  const auto seconds = std::chrono::floor<std::chrono::seconds>(*span);
  if (seconds != *span) section.problem(key, "must be whole seconds");
  return seconds.count();
}

}  // namespace

}  // namespace senja::config
