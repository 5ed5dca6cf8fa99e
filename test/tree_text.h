// Source text, read as far as the rules of the tree need it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace senja::tree {

std::vector<std::string> lines_of(const std::string& text);

// As CMake reads them: apart by spaces, brackets and quotes.
std::vector<std::string> words_of(std::string text);

struct Include {
  std::size_t line;
  std::string name;
  bool system;  // <…>
};
std::vector<Include> includes_of(const std::string& text);

// The code alone: comments and the insides of texts are blanked, lines stay where they were.
std::string code_of(const std::string& source);

// `word` with no letter, digit or underscore against its ends.
bool has_word(std::string_view line, std::string_view word);

}  // namespace senja::tree
