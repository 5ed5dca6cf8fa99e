// A regular expression by RE2: whatever the text, it takes time linear in it and no stack.
#pragma once

#include <expected>
#include <memory>
#include <string>
#include <string_view>

#include "contract/schema/judge.h"

namespace re2 {
class RE2;
}

namespace senja::contract::schema {

class Pattern {
 public:
  // The error is RE2's, in a sentence.
  static std::expected<Pattern, std::string> compile(std::string_view pattern);

  // Somewhere in the text, as JSON Schema has it. False, too, where the judge has no steps left for it.
  bool is_in(std::string_view text, Judge& judge) const;

 private:
  Pattern(std::shared_ptr<const re2::RE2> compiled, std::size_t size) : compiled_(std::move(compiled)), size_(size) {}
  std::shared_ptr<const re2::RE2> compiled_;
  std::size_t size_;  // of its program
};

}  // namespace senja::contract::schema
