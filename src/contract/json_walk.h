// RFC 8259's grammar, walked once from front to back. A visitor says what is made of the values:
//
//   using Place                            what it knows of a value before it comes; small, copied
//   Place root()
//   bool member(Place, Spelling key, Place& child)        a member of the object at Place
//   bool element(Place, std::size_t index, Place& child)  an element of the array at Place
//   std::size_t open(Place, char)          '{' or '['; what it returns is given back to close
//   bool close(Place, std::size_t opened, std::size_t count, std::string_view raw)
//   bool text(Place, Spelling, std::string_view raw), number(Place, std::string_view raw, bool integer),
//   bool literal(Place, std::string_view raw)
//   std::string_view problem()             static text: why one of these returned false
#pragma once

#include <cstddef>
#include <string_view>

#include "contract/json_cursor.h"
#include "senja/model/limits.h"

namespace senja::contract {

// Text and visitor outlive the walk. Every step returns false once the text is no JSON, or the visitor wants none of it.
template <class Visitor>
class JsonWalk {
 public:
  JsonWalk(std::string_view text, Visitor& visitor) : in_(text), visitor_(visitor) {}

  bool document() {
    if (in_.rest().starts_with("\xEF\xBB\xBF")) return in_.fail("a byte order mark");
    in_.skip_space();
    if (!value(visitor_.root(), 0)) return false;
    in_.skip_space();
    return in_.end();
  }
  JsonError error() const { return in_.error(); }

 private:
  using Place = typename Visitor::Place;

  bool value(Place place, std::size_t depth) {
    switch (in_.peek()) {
      case '{':
        return object(place, depth + 1);
      case '[':
        return array(place, depth + 1);
      case '"':
        return text(place);
      case 't':
        return literal(place, "true");
      case 'f':
        return literal(place, "false");
      case 'n':
        return literal(place, "null");
      default:
        return number(place);
    }
  }

  bool object(Place place, std::size_t depth) {
    if (depth > limits::json_depth_max) return in_.fail("nesting too deep");
    const char* const start = in_.mark();
    const std::size_t opened = visitor_.open(place, '{');
    std::size_t count = 0;
    in_.take('{');
    in_.skip_space();
    if (!in_.take('}')) {
      do {
        in_.skip_space();
        if (!member(place, depth)) return false;
        ++count;
        in_.skip_space();
      } while (in_.take(','));
      if (!in_.take('}')) return in_.unexpected();
    }
    return visitor_.close(place, opened, count, in_.since(start)) || in_.fail(visitor_.problem());
  }

  bool member(Place place, std::size_t depth) {
    JsonCursor::Spelling key;
    if (!in_.string(key)) return false;
    Place child{};
    if (!visitor_.member(place, key, child)) return in_.fail(visitor_.problem());
    in_.skip_space();
    if (!in_.take(':')) return in_.unexpected();
    in_.skip_space();
    return value(child, depth);
  }

  bool array(Place place, std::size_t depth) {
    if (depth > limits::json_depth_max) return in_.fail("nesting too deep");
    const char* const start = in_.mark();
    const std::size_t opened = visitor_.open(place, '[');
    std::size_t count = 0;
    in_.take('[');
    in_.skip_space();
    if (!in_.take(']')) {
      do {
        in_.skip_space();
        Place child{};
        if (!visitor_.element(place, count, child)) return in_.fail(visitor_.problem());
        if (!value(child, depth)) return false;
        ++count;
        in_.skip_space();
      } while (in_.take(','));
      if (!in_.take(']')) return in_.unexpected();
    }
    return visitor_.close(place, opened, count, in_.since(start)) || in_.fail(visitor_.problem());
  }

  bool text(Place place) {
    const char* const start = in_.mark();
    JsonCursor::Spelling spelling;
    if (!in_.string(spelling)) return false;
    return visitor_.text(place, spelling, in_.since(start)) || in_.fail(visitor_.problem());
  }

  bool number(Place place) {
    const char* const start = in_.mark();
    bool integer = false;
    if (!in_.number(integer)) return false;
    return visitor_.number(place, in_.since(start), integer) || in_.fail(visitor_.problem());
  }

  bool literal(Place place, std::string_view word) {
    const char* const start = in_.mark();
    if (!in_.word(word)) return false;
    return visitor_.literal(place, in_.since(start)) || in_.fail(visitor_.problem());
  }

  JsonCursor in_;
  Visitor& visitor_;
};

}  // namespace senja::contract
