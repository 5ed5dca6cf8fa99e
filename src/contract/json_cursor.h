// The words of JSON's grammar, taken one after another from the front of a text. A step that returns false has found
// that the text is no JSON, and error() says why; the cursor is not used after that.
#pragma once

#include <string_view>

#include "senja/contract/json.h"

namespace senja::contract {

// The text outlives the cursor.
class JsonCursor {
 public:
  explicit JsonCursor(std::string_view text) : begin_(text.data()), at_(begin_), end_(begin_ + text.size()) {}

  // The inside of a string, still escaped.
  struct Spelling {
    std::string_view inside;
    bool escaped = false;
  };
  bool string(Spelling& spelling);
  bool number(bool& integer);  // integer: neither a fraction nor an exponent
  bool word(std::string_view word);
  bool end() { return at_ == end_ || fail("more after the value"); }

  char peek() const { return at_ < end_ ? *at_ : '\0'; }  // a NUL is in place nowhere, so it may stand for the end
  bool take(char c) {
    if (at_ == end_ || *at_ != c) return false;
    ++at_;
    return true;
  }
  void skip_space() {
    while (at_ < end_ && (*at_ == ' ' || *at_ == '\t' || *at_ == '\n' || *at_ == '\r')) ++at_;
  }

  const char* mark() const { return at_; }
  std::string_view since(const char* mark) const { return {mark, at_}; }
  std::string_view rest() const { return {at_, end_}; }

  bool fail(std::string_view problem);
  bool unexpected() { return fail(at_ == end_ ? "an end too early" : "an unexpected byte"); }
  JsonError error() const { return error_; }

 private:
  bool escape();
  bool digits();

  const char* begin_;
  const char* at_;
  const char* end_;
  JsonError error_;
};

}  // namespace senja::contract
