#include "senja/contract/json.h"

#include <charconv>
#include <utility>

#include "contract/json_cursor.h"
#include "contract/json_string.h"
#include "senja/model/limits.h"

namespace senja::contract {

namespace {

using Node = PointerSet::Node;

// One pass over a text, and over the tree of pointers alongside. Where `node` is null, nothing below the current value
// is asked for. Every step returns false once the text is no JSON.
class Pass {
 public:
  Pass(std::string_view text, const PointerSet& pointers)
      : in_(text), nodes_(pointers.nodes()), seen_(nodes_.size()), found_(pointers.size()) {}

  bool document();
  std::vector<Found> found() && { return std::move(found_); }
  JsonError error() const { return in_.error(); }

 private:
  using Spelling = JsonCursor::Spelling;

  bool value(const Node* node, std::size_t depth);
  bool object(const Node* node, std::size_t depth);
  bool member(const Node* node, std::size_t depth);
  bool array(const Node* node, std::size_t depth);
  bool text(const Node* node);
  bool number(const Node* node);
  bool literal(const Node* node, std::string_view word, Scalar scalar);

  const Node* member_of(const Node* node, const Spelling& key) const;
  const Node* element_of(const Node* node, std::size_t index) const;
  void meet(const Node* node);
  void double_all(const Node& node);
  Found* wanted(const Node* node);
  void leave(const Node* node, Found value);

  JsonCursor in_;
  const std::vector<Node>& nodes_;
  std::vector<bool> seen_;  // by node: its key has occurred
  std::vector<Found> found_;
};

}  // namespace

std::expected<std::vector<Found>, JsonError> read_json(std::string_view text, const PointerSet& pointers) {
  Pass pass{text, pointers};
  if (!pass.document()) return std::unexpected{pass.error()};
  return std::move(pass).found();
}

namespace {

bool Pass::document() {
  if (in_.rest().starts_with("\xEF\xBB\xBF")) return in_.fail("a byte order mark");
  in_.skip_space();
  if (!value(nodes_.data(), 0)) return false;
  in_.skip_space();
  return in_.end();
}

bool Pass::value(const Node* node, std::size_t depth) {
  switch (in_.peek()) {
    case '{':
      return object(node, depth + 1);
    case '[':
      return array(node, depth + 1);
    case '"':
      return text(node);
    case 't':
      return literal(node, "true", true);
    case 'f':
      return literal(node, "false", false);
    case 'n':
      return literal(node, "null", std::monostate{});
    default:
      return number(node);
  }
}

bool Pass::object(const Node* node, std::size_t depth) {
  if (depth > limits::json_depth_max) return in_.fail("nesting too deep");
  const char* const start = in_.mark();
  in_.take('{');
  in_.skip_space();
  if (!in_.take('}')) {
    do {
      in_.skip_space();
      if (!member(node, depth)) return false;
      in_.skip_space();
    } while (in_.take(','));
    if (!in_.take('}')) return in_.unexpected();
  }
  leave(node, {Found::Kind::container, {}, in_.since(start)});
  return true;
}

bool Pass::member(const Node* node, std::size_t depth) {
  Spelling key;
  if (!in_.string(key)) return false;
  in_.skip_space();
  if (!in_.take(':')) return in_.unexpected();
  in_.skip_space();
  const Node* const child = member_of(node, key);
  meet(child);
  return value(child, depth);
}

bool Pass::array(const Node* node, std::size_t depth) {
  if (depth > limits::json_depth_max) return in_.fail("nesting too deep");
  const char* const start = in_.mark();
  in_.take('[');
  in_.skip_space();
  if (!in_.take(']')) {
    std::size_t index = 0;
    do {
      in_.skip_space();
      if (!value(element_of(node, index++), depth)) return false;
      in_.skip_space();
    } while (in_.take(','));
    if (!in_.take(']')) return in_.unexpected();
  }
  leave(node, {Found::Kind::container, {}, in_.since(start)});
  return true;
}

bool Pass::text(const Node* node) {
  const char* const start = in_.mark();
  Spelling spelling;
  if (!in_.string(spelling)) return false;
  Found* const found = wanted(node);
  if (!found) return true;
  found->raw = in_.since(start);
  auto plain = spelling.escaped ? unescape(spelling.inside) : std::string{spelling.inside};
  found->kind = plain ? Found::Kind::scalar : Found::Kind::bad_text;
  if (plain) found->value = *std::move(plain);
  return true;
}

bool Pass::number(const Node* node) {
  const char* const start = in_.mark();
  bool integer = false;
  if (!in_.number(integer)) return false;
  if (!wanted(node)) return true;
  std::int64_t exact = 0;
  Scalar scalar;
  if (integer && std::from_chars(start, in_.mark(), exact).ec == std::errc{})
    scalar = exact;
  else
    scalar = NumberText{std::string{in_.since(start)}};
  leave(node, {Found::Kind::scalar, std::move(scalar), in_.since(start)});
  return true;
}

bool Pass::literal(const Node* node, std::string_view word, Scalar scalar) {
  const char* const start = in_.mark();
  if (!in_.word(word)) return false;
  leave(node, {Found::Kind::scalar, std::move(scalar), in_.since(start)});
  return true;
}

const Node* Pass::member_of(const Node* node, const Spelling& key) const {
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

const Node* Pass::element_of(const Node* node, std::size_t index) const {
  if (!node) return nullptr;
  for (const std::size_t child : node->children)
    if (nodes_[child].element == index) return &nodes_[child];
  return nullptr;
}

// Nothing below a key that has occurred before can be told apart any more, whichever of its values comes last.
void Pass::meet(const Node* node) {
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
Found* Pass::wanted(const Node* node) {
  if (!node || !node->number) return nullptr;
  Found& found = found_[*node->number];
  return found.kind == Found::Kind::doubled ? nullptr : &found;
}

void Pass::leave(const Node* node, Found value) {
  if (Found* const found = wanted(node)) *found = std::move(value);
}

}  // namespace

}  // namespace senja::contract
