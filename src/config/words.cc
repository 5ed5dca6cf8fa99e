#include <algorithm>

#include "config/parts.h"

namespace senja::config {

std::optional<contract::Place> read_place(Section& section, std::string_view key) {
  const Node* node = section.find(key);
  return node == nullptr ? std::nullopt : place_of(section, *node, key);
}

std::optional<contract::Place> place_of(Section& section, const Node& node, std::string_view key) {
  if (node.kind != Node::Kind::text) {
    section.problem_at(
        node, key, "must be a place, like \"/event_id\" or \"header:X-Event-Id\", not " + std::string(kind_name(node.kind)));
    return std::nullopt;
  }
  auto place = contract::parse_place(node.text);
  if (place) return std::move(*place);
  section.problem_at(node, key, "\"" + node.text + "\": " + place.error());
  return std::nullopt;
}

std::optional<Scalar> scalar_of(const Node& node) {
  switch (node.kind) {
    case Node::Kind::text:
    case Node::Kind::time:
      return node.text;
    case Node::Kind::integer:
      return node.integer;
    case Node::Kind::number:
      return NumberText{node.text};
    case Node::Kind::flag:
      return node.flag;
    case Node::Kind::list:
    case Node::Kind::table:
      break;
  }
  return std::nullopt;
}

bool is_required(const contract::Contract& contract, std::string_view field) {
  return std::ranges::find(contract.required, field) != contract.required.end();
}

void need(contract::Contract& contract, std::string_view field) {
  if (!is_required(contract, field)) contract.required.emplace_back(field);
}

bool word_is_sound(std::string_view word) {
  const auto control = [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 0x7f; };
  return !word.empty() && word.size() <= limits::word_bytes_max && std::ranges::none_of(word, control);
}

}  // namespace senja::config
