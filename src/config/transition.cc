#include "config/parts.h"

namespace senja::config {

namespace {

std::optional<State> state_of(Section& rule, std::string_view key, const std::string& word);

}  // namespace

void read_transitions(Section section, Draft& draft) {
  section.each([&](const std::string& action, const Node& node) {
    if (!word_is_sound(action)) section.problem(action, "is no action: 1 to 64 bytes without control bytes");
    Section rule = section.inside(node, action);
    rules::Transition transition;
    transition.create = rule.flag("create").value_or(false);
    for (const std::string& word : rule.texts("from"))
      if (auto state = state_of(rule, "from", word)) transition.from.push_back(std::move(*state));
    const auto to = rule.text("to");
    if (to)
      if (auto state = state_of(rule, "to", *to)) transition.to = std::move(*state);
    if (rule.present() && rule.find("to") == nullptr) rule.problem("to", "is needed: the state that this action leads to");
    if (rule.present() && transition.from.empty() && !transition.create)
      rule.problem("from", "is needed: the states that this action may start from (or create = true)");
    rule.finish();
    draft.policy.transitions.emplace(Action{action}, std::move(transition));
  });
  if (draft.policy.transitions.empty()) {
    if (draft.policy.version != rules::VersionMeans::none)
      section.warning("", "no transition: the versions of this source are read, but no resource is judged by them");
    return;
  }
  if (!draft.policy.reads_action) section.problem("", "needs contract.action: a transition is named by the event's action");
  if (!draft.contract.resource_id) section.problem("", "needs contract.resource_id: a transition changes a resource");
  need(draft.contract, "action");
  need(draft.contract, "resource_id");
}

namespace {

std::optional<State> state_of(Section& rule, std::string_view key, const std::string& word) {
  if (word_is_sound(word)) return State{word};
  rule.problem(key, "\"" + word + "\" is no state: 1 to 64 bytes without control bytes");
  return std::nullopt;
}

}  // namespace

}  // namespace senja::config
