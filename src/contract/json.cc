#include "senja/contract/json.h"

#include <charconv>
#include <utility>

#include "contract/json_string.h"
#include "contract/json_walk.h"

namespace senja::contract {

namespace {

using Node = PointerSet::Node;
using Spelling = JsonCursor::Spelling;

// A visitor that reads values where a tree of pointers asks for them. Where `node` is null, nothing below the current
// value is asked for.
class Pass {
 public:
  using Place = const Node*;

  explicit Pass(const PointerSet& pointers) : nodes_(pointers.nodes()), seen_(nodes_.size()), found_(pointers.size()) {}
  std::vector<Found> found() && { return std::move(found_); }

  Place root() const { return nodes_.data(); }
  bool member(Place node, const Spelling& key, Place& child);
  bool element(Place node, std::size_t index, Place& child);
  std::size_t open(Place, char) { return 0; }
  bool close(Place node, std::size_t, std::size_t, std::string_view raw);
  bool text(Place node, const Spelling& spelling, std::string_view raw);
  bool number(Place node, std::string_view raw, bool integer);
  bool literal(Place node, std::string_view raw);
  std::string_view problem() const { return {}; }

 private:
  Place member_of(Place node, const Spelling& key) const;
  Place element_of(Place node, std::size_t index) const;
  void meet(Place node);
  void double_all(const Node& node);
  Found* wanted(Place node);
  void leave(Place node, Found value);

  const std::vector<Node>& nodes_;
  std::vector<bool> seen_;  // by node: its key has occurred
  std::vector<Found> found_;
};

}  // namespace

std::expected<std::vector<Found>, JsonError> read_json(std::string_view text, const PointerSet& pointers) {
  Pass pass{pointers};
  JsonWalk walk{text, pass};
  if (!walk.document()) return std::unexpected{walk.error()};
  return std::move(pass).found();
}

namespace {

bool Pass::member(Place node, const Spelling& key, Place& child) {
  child = member_of(node, key);
  meet(child);
  return true;
}

bool Pass::element(Place node, std::size_t index, Place& child) {
  child = element_of(node, index);
  return true;
}

bool Pass::close(Place node, std::size_t, std::size_t, std::string_view raw) {
  leave(node, {Found::Kind::container, {}, raw});
  return true;
}

bool Pass::text(Place node, const Spelling& spelling, std::string_view raw) {
  Found* const found = wanted(node);
  if (!found) return true;
  found->raw = raw;
  auto plain = spelling.escaped ? unescape(spelling.inside) : std::string{spelling.inside};
  found->kind = plain ? Found::Kind::scalar : Found::Kind::bad_text;
  if (plain) found->value = *std::move(plain);
  return true;
}

bool Pass::number(Place node, std::string_view raw, bool integer) {
  if (!wanted(node)) return true;
  std::int64_t exact = 0;
  Scalar scalar;
  if (integer && std::from_chars(raw.data(), raw.data() + raw.size(), exact).ec == std::errc{})
    scalar = exact;
  else
    scalar = NumberText{std::string{raw}};
  leave(node, {Found::Kind::scalar, std::move(scalar), raw});
  return true;
}

bool Pass::literal(Place node, std::string_view raw) {
  leave(node, {Found::Kind::scalar, raw == "null" ? Scalar{} : Scalar{raw == "true"}, raw});
  return true;
}

Pass::Place Pass::member_of(Place node, const Spelling& key) const {
  if (!node || node->children.empty()) return nullptr;
  std::string plain;
  std::string_view name = key.inside;
  if (key.escaped) {
    auto unescaped = unescape(key.inside);
    if (!unescaped) return nullptr;  // a lone surrogate: no pointer can name it
    plain = *std::move(unescaped);
    name = plain;
  }
  for (const std::size_t child : node->children)
    if (nodes_[child].token == name) return &nodes_[child];
  return nullptr;
}

Pass::Place Pass::element_of(Place node, std::size_t index) const {
  if (!node) return nullptr;
  for (const std::size_t child : node->children)
    if (nodes_[child].element == index) return &nodes_[child];
  return nullptr;
}

// Nothing below a key that has occurred before can be told apart any more, whichever of its values comes last.
void Pass::meet(Place node) {
  if (!node) return;
  auto seen = seen_[static_cast<std::size_t>(node - nodes_.data())];
  if (seen) double_all(*node);
  seen = true;
}

void Pass::double_all(const Node& node) {
  if (node.number) found_[*node.number] = {Found::Kind::doubled, {}, {}};
  for (const std::size_t child : node.children) double_all(nodes_[child]);
}

// Where to put the value at `node`, if it is asked for and not yet lost to a doubled key.
Found* Pass::wanted(Place node) {
  if (!node || !node->number) return nullptr;
  Found& found = found_[*node->number];
  return found.kind == Found::Kind::doubled ? nullptr : &found;
}

void Pass::leave(Place node, Found value) {
  if (Found* const found = wanted(node)) *found = std::move(value);
}

}  // namespace

}  // namespace senja::contract
