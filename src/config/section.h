// A table of the config, read key by key. What nobody asked for is refused at the end, so no key is ever ignored.
#pragma once

#include <initializer_list>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "config/tree.h"

namespace senja::config {

// All that was found wrong, in the order it was found.
struct Report {
  std::vector<Problem> problems;
  std::vector<std::string> warnings;
};

class Section {
 public:
  // `table` may be null: a table that is not there, all defaults. `origin` then says where it would stand.
  Section(const Node* table, Origin origin, std::string path, Report& report);

  bool present() const { return table_ != nullptr; }
  const std::string& path() const { return path_; }

  // Each of these marks its key as known. A value that will not do is reported and reads as absent.
  const Node* find(std::string_view key);
  std::optional<std::string> text(std::string_view key);
  std::optional<bool> flag(std::string_view key);
  std::optional<std::int64_t> integer(std::string_view key, std::int64_t min, std::int64_t max);
  std::optional<Micros> duration(std::string_view key, Micros max = limits::config_time_max);
  std::vector<std::string> texts(std::string_view key);  // a list of texts, or a single one
  Section table(std::string_view key);

  template <class Enum>
  std::optional<Enum> choice(std::string_view key, std::initializer_list<std::pair<std::string_view, Enum>> words) {
    const auto word = text(key);
    if (!word) return std::nullopt;
    for (const auto& [each, value] : words)
      if (each == *word) return value;
    std::vector<std::string_view> known;
    for (const auto& [each, value] : words) known.push_back(each);
    unknown_word(key, *word, known);
    return std::nullopt;
  }

  // Every entry, under whatever name: the names are the user's.
  template <class Visit>
  void each(Visit visit) {
    if (table_ == nullptr) return;
    for (const auto& [name, node] : table_->entries) {
      known_.insert(name);
      visit(name, node);
    }
  }

  // A key that is understood but not served yet: refused by name, never ignored.
  void later(std::string_view key, std::string_view why);

  void problem(std::string_view key, std::string text);  // "" is the table itself
  void warning(std::string_view key, std::string text);
  void problem_at(const Node& node, std::string_view key, std::string text);
  Section inside(const Node& node, std::string_view key);  // `node` read as a table; reported when it is none
  std::string key_path(std::string_view key) const;
  Report& report() const { return *report_; }
  std::size_t problem_count() const { return report_->problems.size(); }

  // Refuses the keys that were not asked for, with the nearest known name.
  void finish();

 private:
  void unknown_word(std::string_view key, std::string_view word, const std::vector<std::string_view>& known);
  void wrong_kind(std::string_view key, const Node& node, std::string_view wanted);
  const Origin& origin_of(std::string_view key) const;

  const Node* table_;
  Origin origin_;
  std::string path_;
  Report* report_;
  std::set<std::string, std::less<>> known_;
};

// ", did you mean \"margin\"?", or nothing where no known word is near.
std::string nearest(std::string_view word, const std::vector<std::string_view>& known);

}  // namespace senja::config
