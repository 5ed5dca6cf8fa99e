// A whole JSON text as a tree, read by the same grammar as read_json but strict throughout: a key may stand only once in
// its object, and every text is Unicode (no lone surrogate).
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "senja/contract/json.h"

namespace senja::contract {

// Values in the order in which they stand in the text, each followed by what is in it; a member's key is a text that
// stands before its value. Not copied: texts that were escaped live in it, all others in the text it was read from.
class JsonTree {
 public:
  enum class Kind : std::uint8_t { null, boolean, number, text, array, object };
  class Value;
  class Iterator;

  JsonTree(JsonTree&&) = default;
  JsonTree& operator=(JsonTree&&) = default;

  Value root() const;
  std::size_t size() const { return nodes_.size(); }

 private:
  friend class JsonTreeBuilder;
  JsonTree() = default;

  struct Node {
    std::string_view text = {};
    std::uint32_t after = 0;  // the first node behind this value and all that is in it
    std::uint32_t count = 0;
    Kind kind = Kind::null;
  };
  std::vector<Node> nodes_;
  std::vector<char> unescaped_;  // its capacity is taken once, so that views into it stay
};

// A value of a tree, which outlives it. Small, copied.
class JsonTree::Value {
 public:
  Kind kind() const { return node().kind; }
  bool is(Kind kind) const { return node().kind == kind; }

  // text: decoded. number: as it was spelled, of any size. boolean: "true" or "false".
  std::string_view text() const { return node().text; }
  bool is_true() const { return node().kind == Kind::boolean && node().text == "true"; }

  std::size_t size() const { return node().count; }  // elements of an array, members of an object; else 0
  std::size_t index() const { return index_; }       // tells the values of one tree apart

  // Elements of an array; keys of an object, whose values are theirs by value_of. Nothing for all other kinds.
  Iterator begin() const;
  Iterator end() const;
  Value value_of_key() const { return {tree_, index_ + 1}; }

  std::optional<Value> find(std::string_view key) const;  // a member's value
  std::optional<Value> at(std::size_t element) const;

 private:
  friend class JsonTree;
  friend class JsonTree::Iterator;
  Value(const JsonTree* tree, std::size_t index) : tree_(tree), index_(index) {}
  const Node& node() const { return tree_->nodes_[index_]; }
  std::size_t after() const { return node().after; }

  const JsonTree* tree_;
  std::size_t index_;
};

class JsonTree::Iterator {
 public:
  Value operator*() const { return {tree_, index_}; }
  Iterator& operator++() {
    if (keys_) ++index_;
    index_ = tree_->nodes_[index_].after;
    return *this;
  }
  bool operator==(const Iterator& other) const { return index_ == other.index_; }

 private:
  friend class JsonTree::Value;
  Iterator(const JsonTree* tree, std::size_t index, bool keys) : tree_(tree), index_(index), keys_(keys) {}

  const JsonTree* tree_;
  std::size_t index_;
  bool keys_;
};

inline JsonTree::Value JsonTree::root() const { return {this, 0}; }
inline JsonTree::Iterator JsonTree::Value::begin() const { return {tree_, index_ + 1, is(Kind::object)}; }
inline JsonTree::Iterator JsonTree::Value::end() const { return {tree_, after(), is(Kind::object)}; }

// `text` outlives the tree. Nesting and the number of values are bounded (limits.h).
std::expected<JsonTree, JsonError> parse_json(std::string_view text);

}  // namespace senja::contract
