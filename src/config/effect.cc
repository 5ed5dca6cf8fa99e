#include <algorithm>

#include "config/parts.h"

namespace senja::config {

namespace {

using contract::Pick;

void read_effect(Section effect, Draft& draft);
void read_binds(Section binds, rules::Effect& effect, contract::Contract& contract);
std::optional<Pick> read_pick(Section& binds, const std::string& name, const Node& node);
bool fits(const Scalar& value, Pick::Type type);
bool is_parameter(std::string_view name);
std::string_view clock_word(std::string_view sql);

}  // namespace

void read_effects(Section& source, Draft& draft) {
  const Node* list = source.find("effect");
  if (list == nullptr) return;
  if (list->kind != Node::Kind::list)
    return source.problem("effect", "must be a list of tables: [[…effect]], with two brackets");
  if (list->items.size() > limits::effects_per_source_max)
    source.problem("effect", "there are more than " + std::to_string(limits::effects_per_source_max) + " effects");
  for (std::size_t i = 0; i < list->items.size(); ++i)
    read_effect(source.inside(list->items[i], "effect[" + std::to_string(i) + "]"), draft);
}

namespace {

void read_effect(Section section, Draft& draft) {
  if (!section.present()) return;
  rules::Effect effect;
  for (std::string& action : section.texts("on")) {
    if (!word_is_sound(action))
      section.problem("on", "\"" + action + "\" is no action: 1 to 64 bytes without control bytes");
    effect.on.push_back(Action{std::move(action)});
  }
  if (section.find("on") != nullptr && !draft.policy.reads_action)
    section.problem("on", "needs contract.action: without it no event has an action");
  if (const Node* on = section.find("on"); on != nullptr && on->kind == Node::Kind::list && on->items.empty())
    section.problem("on", "is empty, so the effect would run for every event: leave it out if that is meant");

  const auto sql = section.text("sql");
  if (section.find("sql") == nullptr || (sql && sql->find_first_not_of(" \t\r\n") == sql->npos))
    section.problem("sql", "is needed: one SELECT, INSERT, UPDATE, DELETE or WITH statement");
  effect.sql = sql.value_or("");
  if (const auto word = clock_word(effect.sql); !word.empty())
    section.warning(
        "sql", "reads the database's clock (" + std::string(word) + "): :senja_now is the instant the event was judged at");
  read_binds(section.table("bind"), effect, draft.contract);
  effect.expect_rows = section.integer("expect_rows", 0, 1'000'000'000);
  using OnError = rules::Effect::OnError;
  effect.on_error = section.choice<OnError>("on_error", {{"conflict", OnError::conflict}, {"retry", OnError::retry}})
                        .value_or(effect.on_error);
  effect.timeout = section.duration("timeout", limits::effect_timeout_max).value_or(effect.timeout);
  if (effect.timeout == Micros{0}) section.problem("timeout", "must be longer than nothing");
  section.finish();
  draft.policy.effects.push_back(std::move(effect));
}

void read_binds(Section binds, rules::Effect& effect, contract::Contract& contract) {
  binds.each([&](const std::string& name, const Node& node) {
    if (!is_parameter(name)) binds.problem(name, "is no parameter's name: letters, digits and '_', without the colon");
    if (name.starts_with("senja_")) binds.problem(name, "is bound by Senja itself");
    auto pick = read_pick(binds, name, node);
    if (!pick) return;
    pick->on = effect.on;
    effect.binds.push_back({name, contract.picks.size()});
    contract.picks.push_back(std::move(*pick));
  });
  if (effect.binds.size() > limits::binds_per_effect_max)
    binds.problem("", "there are more than " + std::to_string(limits::binds_per_effect_max) + " parameters");
}

// A place, or { at, type, default }.
std::optional<Pick> read_pick(Section& binds, const std::string& name, const Node& node) {
  if (node.kind != Node::Kind::table) {
    auto place = place_of(binds, node, name);
    return place ? std::optional(Pick{.at = std::move(*place), .required = true, .fallback = {}, .on = {}}) : std::nullopt;
  }
  Section table = binds.inside(node, name);
  if (table.find("at") == nullptr) table.problem("at", "is needed: where the value stands");
  auto place = read_place(table, "at");
  const auto type = table.choice<Pick::Type>("type", {{"any", Pick::Type::any},
                                                      {"integer", Pick::Type::integer},
                                                      {"number", Pick::Type::number},
                                                      {"text", Pick::Type::text},
                                                      {"boolean", Pick::Type::boolean}});
  std::optional<Scalar> fallback;
  if (const Node* given = table.find("default")) {
    fallback = scalar_of(*given);
    if (!fallback || !fits(*fallback, type.value_or(Pick::Type::any)))
      table.problem("default", "is not of the parameter's type: it is " + std::string(kind_name(given->kind)));
  }
  table.finish();
  if (!place) return std::nullopt;
  return Pick{type.value_or(Pick::Type::any), std::move(*place), !fallback.has_value(), fallback, {}};
}

bool fits(const Scalar& value, Pick::Type type) {
  switch (type) {
    case Pick::Type::any:
      return true;
    case Pick::Type::integer:
      return std::holds_alternative<std::int64_t>(value);
    case Pick::Type::number:
      return std::holds_alternative<std::int64_t>(value) || std::holds_alternative<NumberText>(value);
    case Pick::Type::text:
      return std::holds_alternative<std::string>(value);
    case Pick::Type::boolean:
      return std::holds_alternative<bool>(value);
  }
  return false;
}

bool is_parameter(std::string_view name) {
  constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789";
  return !name.empty() && name.size() <= limits::word_bytes_max && name.find_first_not_of(letters) == name.npos &&
         (name[0] < '0' || name[0] > '9');
}

// The first word in the SQL that reads a clock, or nothing. A hint for people: texts and comments are not told apart.
std::string_view clock_word(std::string_view sql) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  const auto part_of_name = [](char c) {
    return is_parameter(std::string_view(&c, 1)) || (c >= '0' && c <= '9') || c == ':';
  };
  std::string folded(sql);
  std::ranges::transform(folded, folded.begin(), lower);
  for (const std::string_view word :
       {"now()", "'now'", "current_timestamp", "current_time", "current_date", "clock_timestamp()"})
    for (std::size_t at = folded.find(word); at != folded.npos; at = folded.find(word, at + 1))
      if (word[0] == '\'' || at == 0 || !part_of_name(folded[at - 1])) return word;
  return {};
}

}  // namespace

}  // namespace senja::config
