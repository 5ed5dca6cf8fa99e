// The one strict JSON reader (RFC 8259): grammar and UTF-8 of the whole text are checked, values are read only where
// asked for. Numbers elsewhere may have any size; keys elsewhere may repeat.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "senja/model/scalar.h"

namespace senja::contract {

// The pointers to read, compiled into a tree so that one pass finds them all.
class PointerSet {
 public:
  PointerSet();
  // Takes a pointer's unescaped tokens; returns its number, under which its value comes back. Equal pointers share one.
  std::size_t add(const std::vector<std::string>& tokens);
  std::size_t size() const { return count_; }
  bool empty() const { return count_ == 0; }

  struct Node {
    std::string token;
    std::optional<std::size_t> element;  // the token as an array index, where it is one
    std::vector<std::size_t> children;   // indexes into nodes()
    std::optional<std::size_t> number;   // the pointer that ends here
  };
  const std::vector<Node>& nodes() const { return nodes_; }

 private:
  std::vector<Node> nodes_;  // [0] is the root
  std::size_t count_ = 0;
};

// What stands at a pointer, and likewise at any other place of a request (gathered by the contract reader).
struct Found {
  enum class Kind : std::uint8_t { missing, scalar, container, doubled, bad_text } kind = Kind::missing;
  Scalar value;          // scalar
  std::string_view raw;  // scalar, container: the value's bytes as sent, quotes and all
};

struct JsonError {
  std::size_t at = 0;        // byte offset
  std::string_view problem;  // static text: "not UTF-8", "nested too deep", "an unexpected byte"
};

// Values under the numbers that PointerSet::add gave. A key that occurs twice on a path or one of its ancestors makes
// every pointer below it `doubled` (also where one spelling uses \u escapes). A text with a lone surrogate, where read,
// is `bad_text`.
std::expected<std::vector<Found>, JsonError> read_json(std::string_view text, const PointerSet& pointers);

}  // namespace senja::contract
