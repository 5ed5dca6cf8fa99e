#include "contract/schema/pattern.h"

#include <re2/re2.h>

namespace senja::contract::schema {

std::expected<Pattern, std::string> Pattern::compile(std::string_view pattern) {
  re2::RE2::Options options;
  options.set_log_errors(false);
  const auto compiled = std::make_shared<const re2::RE2>(re2::StringPiece(pattern.data(), pattern.size()), options);
  if (!compiled->ok()) return std::unexpected{"is no pattern that RE2 can compile: " + compiled->error()};
  return Pattern{compiled, static_cast<std::size_t>(compiled->ProgramSize())};
}

// At worst RE2 goes through its whole program at every byte, at some 10 ns an instruction.
bool Pattern::is_in(std::string_view text, Judge& judge) const {
  if (!judge.pay(1 + text.size() * size_ / 8)) return false;
  return re2::RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), *compiled_);
}

}  // namespace senja::contract::schema
