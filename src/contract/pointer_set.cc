#include <algorithm>

#include "contract/json_pointer.h"
#include "senja/contract/json.h"

namespace senja::contract {

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
    nodes_.push_back({.token = token, .element = array_index(token), .children = {}, .number = std::nullopt});
    nodes_[at].children.push_back(nodes_.size() - 1);
    at = nodes_.size() - 1;
  }
  if (!nodes_[at].number) nodes_[at].number = count_++;
  return *nodes_[at].number;
}

}  // namespace senja::contract
