#include "senja/contract/json_tree.h"

#include <algorithm>
#include <utility>

#include "contract/json_string.h"
#include "contract/json_walk.h"

namespace senja::contract {

// Builds a tree along a walk.
class JsonTreeBuilder {
 public:
  struct Place {};

  explicit JsonTreeBuilder(std::string_view text) : source_(text) {}
  JsonTree take() && { return std::move(tree_); }

  Place root() const { return {}; }
  bool member(Place, const JsonCursor::Spelling& key, Place&) { return add_text(key); }
  bool element(Place, std::size_t, Place&) { return true; }
  std::size_t open(Place, char bracket);
  bool close(Place, std::size_t opened, std::size_t count, std::string_view raw);
  bool text(Place, const JsonCursor::Spelling& spelling, std::string_view) { return add_text(spelling); }
  bool number(Place, std::string_view raw, bool) { return add(JsonTree::Kind::number, raw); }
  bool literal(Place, std::string_view raw) {
    return add(raw == "null" ? JsonTree::Kind::null : JsonTree::Kind::boolean, raw);
  }
  std::string_view problem() const { return problem_; }

 private:
  bool add(JsonTree::Kind kind, std::string_view text);
  bool add_text(const JsonCursor::Spelling& spelling);
  bool keys_differ(std::size_t object);

  std::string_view source_;
  JsonTree tree_;
  std::vector<std::string_view> keys_;  // of one object at a time
  std::string_view problem_;
};

std::expected<JsonTree, JsonError> parse_json(std::string_view text) {
  JsonTreeBuilder builder{text};
  JsonWalk walk{text, builder};
  if (!walk.document()) return std::unexpected{walk.error()};
  return std::move(builder).take();
}

std::size_t JsonTreeBuilder::open(Place, char bracket) {
  tree_.nodes_.push_back({.kind = bracket == '{' ? JsonTree::Kind::object : JsonTree::Kind::array});
  return tree_.nodes_.size() - 1;
}

bool JsonTreeBuilder::close(Place, std::size_t opened, std::size_t count, std::string_view raw) {
  JsonTree::Node& node = tree_.nodes_[opened];
  node.text = raw;
  node.after = static_cast<std::uint32_t>(tree_.nodes_.size());
  node.count = static_cast<std::uint32_t>(count);
  if (node.kind != JsonTree::Kind::object || keys_differ(opened)) return true;
  problem_ = "a key that stands twice in the object before it";
  return false;
}

bool JsonTreeBuilder::add(JsonTree::Kind kind, std::string_view text) {
  const auto after = static_cast<std::uint32_t>(tree_.nodes_.size() + 1);
  tree_.nodes_.push_back({.text = text, .after = after, .kind = kind});
  if (after <= limits::json_values_max) return true;
  problem_ = "too many values";
  return false;
}

bool JsonTreeBuilder::add_text(const JsonCursor::Spelling& spelling) {
  if (!spelling.escaped) return add(JsonTree::Kind::text, spelling.inside);
  const auto plain = unescape(spelling.inside);
  if (!plain) {
    problem_ = "a lone surrogate";
    return false;
  }
  // What is escaped is never shorter than what it says.
  std::vector<char>& kept = tree_.unescaped_;
  if (kept.capacity() == 0) kept.reserve(source_.size());
  const char* const start = kept.data() + kept.size();
  kept.insert(kept.end(), plain->begin(), plain->end());
  return add(JsonTree::Kind::text, {start, plain->size()});
}

// Sorted, so that an object of many keys costs no more than its bytes deserve.
bool JsonTreeBuilder::keys_differ(std::size_t object) {
  keys_.clear();
  for (std::size_t at = object + 1; at < tree_.nodes_.size(); at = tree_.nodes_[at + 1].after)
    keys_.push_back(tree_.nodes_[at].text);
  std::ranges::sort(keys_);
  return std::ranges::adjacent_find(keys_) == keys_.end();
}

std::optional<JsonTree::Value> JsonTree::Value::find(std::string_view key) const {
  if (!is(Kind::object)) return std::nullopt;
  for (const Value each : *this)
    if (each.text() == key) return each.value_of_key();
  return std::nullopt;
}

std::optional<JsonTree::Value> JsonTree::Value::at(std::size_t element) const {
  if (!is(Kind::array) || element >= size()) return std::nullopt;
  Iterator each = begin();
  for (std::size_t i = 0; i < element; ++i) ++each;
  return *each;
}

}  // namespace senja::contract
