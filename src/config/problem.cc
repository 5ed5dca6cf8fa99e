#include <algorithm>
#include <numeric>

#include "config/section.h"

namespace senja::config {

std::string Problem::message() const {
  std::string all = file;
  if (line > 0) all.append(":").append(std::to_string(line));
  if (!key.empty()) all.append(": ").append(key);
  return all.append(": ").append(text);
}

std::string_view kind_name(Node::Kind kind) {
  switch (kind) {
    case Node::Kind::text:
      return "a text";
    case Node::Kind::integer:
      return "an integer";
    case Node::Kind::number:
      return "a number with a fraction, nan or inf";
    case Node::Kind::flag:
      return "true or false";
    case Node::Kind::time:
      return "a date or time";
    case Node::Kind::list:
      return "a list";
    case Node::Kind::table:
      return "a table";
  }
  return "";
}

namespace {

// Levenshtein's distance, one row at a time.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = std::exchange(row[j], std::min({row[j] + 1, row[j - 1] + 1, replaced}));
    }
  }
  return row.back();
}

}  // namespace

std::string nearest(std::string_view word, const std::vector<std::string_view>& known) {
  constexpr std::size_t name_bytes_compared_max = 64;
  if (known.empty() || word.size() > name_bytes_compared_max) return "";
  const auto best = std::ranges::min_element(known, {}, [&](std::string_view each) { return distance(word, each); });
  if (distance(word, *best) > std::max<std::size_t>(2, word.size() / 3)) return "";
  return "; did you mean \"" + std::string(*best) + "\"?";
}

}  // namespace senja::config
