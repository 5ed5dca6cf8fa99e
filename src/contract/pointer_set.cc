#include <algorithm>
#include <charconv>

#include "senja/contract/json.h"

namespace senja::contract {

namespace {

// RFC 6901, section 4: digits without leading zeros.
std::optional<std::size_t> element_of(const std::string& token) {
  if (token.empty() || (token.size() > 1 && token.front() == '0')) return std::nullopt;
  std::size_t element = 0;
  const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), element);
  if (error != std::errc{} || end != token.data() + token.size()) return std::nullopt;
  return element;
}

}  // namespace

PointerSet::PointerSet() : nodes_(1) {}

std::size_t PointerSet::add(const std::vector<std::string>& tokens) {
  std::size_t at = 0;
  for (const std::string& token : tokens) {
    const auto& children = nodes_[at].children;
    const auto known = std::ranges::find_if(children, [&](std::size_t child) { return nodes_[child].token == token; });
    if (known != children.end()) {
      at = *known;
      continue;
    }
    nodes_.push_back({.token = token, .element = element_of(token), .children = {}, .number = std::nullopt});
    nodes_[at].children.push_back(nodes_.size() - 1);
    at = nodes_.size() - 1;
  }
  if (!nodes_[at].number) nodes_[at].number = count_++;
  return *nodes_[at].number;
}

}  // namespace senja::contract
