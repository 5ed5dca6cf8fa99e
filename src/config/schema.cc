// [source.NAME.schema]: which bodies must fit which JSON Schema.
#include <algorithm>

#include "config/parts.h"
#include "senja/contract/schema.h"

namespace senja::config {

namespace {

using Compiled = std::shared_ptr<const contract::Schema>;

std::optional<Compiled> read_file(Section& section, std::string_view action, const Surroundings& surroundings);
bool has_rule(const rules::Policy& policy, const Action& action);

}  // namespace

void read_schemas(Section section, Draft& draft, const Surroundings& surroundings) {
  section.each([&](const std::string& action, const Node&) {
    const bool every = action == "*";
    if (!every && !word_is_sound(action))
      section.problem(action, "is no action: 1 to 64 bytes without control bytes, or \"*\" for every other");
    if (!every && !draft.policy.reads_action)
      section.problem(action, "needs contract.action: without it no event has an action; \"*\" is for all of them");
    else if (!every && !has_rule(draft.policy, Action{action}))
      section.warning(action, "no transition and no effect names this action");
    if (auto schema = read_file(section, action, surroundings))
      draft.contract.schemas.emplace(every ? "" : action, std::move(*schema));
  });
}

namespace {

std::optional<Compiled> read_file(Section& section, std::string_view action, const Surroundings& surroundings) {
  const auto name = section.text(action);
  if (!name) return std::nullopt;
  auto text = surroundings.read(*name);
  if (!text) {
    section.problem(action, "\"" + *name + "\" cannot be read: " + text.error());
    return std::nullopt;
  }
  auto schema = contract::Schema::parse(std::move(*text));
  if (!schema) {
    section.problem(action, "\"" + *name + "\": " + schema.error());
    return std::nullopt;
  }
  return std::make_shared<const contract::Schema>(std::move(*schema));
}

bool has_rule(const rules::Policy& policy, const Action& action) {
  return policy.transitions.contains(action) || std::ranges::any_of(policy.effects, [&](const rules::Effect& effect) {
           return effect.on.empty() || std::ranges::count(effect.on, action) > 0;
         });
}

}  // namespace

}  // namespace senja::config
