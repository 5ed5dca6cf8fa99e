#include "tree_text.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <sstream>

namespace senja::tree {

std::string code_of(const std::string& source) {
  std::string code = source;
  const auto blank = [&](std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < std::min(to, code.size()); ++i)
      if (code[i] != '\n') code[i] = ' ';
  };
  const auto after = [&](std::string_view end, std::size_t from) {
    const std::size_t at = source.find(end, from);
    return at == std::string::npos ? source.size() : at + end.size();
  };
  for (std::size_t i = 0; i < source.size();) {
    const auto at = [&](std::string_view what) { return source.compare(i, what.size(), what) == 0; };
    std::size_t end = i + 1;
    if (at("//")) {
      blank(i, end = std::min(source.find('\n', i), source.size()));
    } else if (at("/*")) {
      blank(i, end = after("*/", i + 2));
    } else if (at("R\"")) {
      const std::string delimiter = source.substr(i + 2, source.find('(', i) - i - 2);
      end = after(")" + delimiter + "\"", i);
      blank(i + 2, end - 1);
    } else if (at("\"") || (at("'") && (i == 0 || !std::isalnum(static_cast<unsigned char>(source[i - 1]))))) {
      while (end < source.size() && source[end] != source[i] && source[end] != '\n') end += source[end] == '\\' ? 2 : 1;
      blank(i + 1, end++);
    }
    i = end;
  }
  return code;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::vector<std::string> words_of(std::string text) {
  std::ranges::replace_if(text, [](char c) { return c == '(' || c == ')' || c == '"'; }, ' ');
  std::istringstream in(text);
  return {std::istream_iterator<std::string>(in), {}};
}

std::vector<Include> includes_of(const std::string& text) {
  constexpr std::string_view directive = "#include ";
  std::vector<Include> found;
  const auto lines = lines_of(text);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string& line = lines[i];
    if (!line.starts_with(directive) || line.size() < directive.size() + 3) continue;
    const bool system = line[directive.size()] == '<';
    const std::size_t from = directive.size() + 1, to = line.find(system ? '>' : '"', from);
    if (to != std::string::npos) found.push_back({i + 1, line.substr(from, to - from), system});
  }
  return found;
}

bool has_word(std::string_view line, std::string_view word) {
  const auto joins = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  for (std::size_t at = line.find(word); at != std::string_view::npos; at = line.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    const bool open = at == 0 || !joins(line[at - 1]) || !joins(word.front());
    const bool shut = end == line.size() || !joins(line[end]) || !joins(word.back());
    if (open && shut) return true;
  }
  return false;
}

}  // namespace senja::tree
