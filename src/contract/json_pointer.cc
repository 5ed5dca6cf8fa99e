#include "contract/json_pointer.h"

#include <charconv>

namespace senja::contract {

std::optional<std::size_t> array_index(std::string_view token) {
  if (token.empty() || (token.size() > 1 && token.front() == '0')) return std::nullopt;
  std::size_t index = 0;
  const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), index);
  if (error != std::errc{} || end != token.data() + token.size()) return std::nullopt;
  return index;
}

std::optional<JsonTree::Value> at_tokens(JsonTree::Value root, const std::vector<std::string>& tokens) {
  std::optional<JsonTree::Value> at = root;
  for (const std::string& token : tokens) {
    const auto index = array_index(token);
    at = at->is(JsonTree::Kind::array) && index ? at->at(*index) : at->find(token);
    if (!at) break;
  }
  return at;
}

// Down from the root, each time into the one that holds the value: values stand in the order of the text.
std::string pointer_to(JsonTree::Value root, JsonTree::Value value) {
  std::string pointer;
  JsonTree::Value at = root;
  while (at.index() < value.index()) {
    const bool object = at.is(JsonTree::Kind::object);
    JsonTree::Value in = *at.begin();
    std::size_t index = 0;
    for (const JsonTree::Value each : at) {
      if (each.index() > value.index()) break;
      if (each.index() != in.index()) ++index;
      in = each;
    }
    append_token(pointer, object ? std::string{in.text()} : std::to_string(index));
    if (object && in.index() == value.index()) break;
    at = object ? in.value_of_key() : in;
  }
  return pointer;
}

void append_token(std::string& pointer, std::string_view token) {
  pointer += '/';
  for (const char c : token) {
    if (c == '~')
      pointer += "~0";
    else if (c == '/')
      pointer += "~1";
    else
      pointer += c;
  }
}

}  // namespace senja::contract
