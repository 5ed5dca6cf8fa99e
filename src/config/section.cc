#include "config/section.h"

#include <charconv>

#include "config/duration.h"

namespace senja::config {

Section::Section(const Node* table, Origin origin, std::string path, Report& report)
    : table_(table), origin_(std::move(origin)), path_(std::move(path)), report_(&report) {}

const Node* Section::find(std::string_view key) {
  known_.emplace(key);
  if (table_ == nullptr) return nullptr;
  const auto entry = table_->entries.find(key);
  return entry == table_->entries.end() ? nullptr : &entry->second;
}

std::optional<std::string> Section::text(std::string_view key) {
  const Node* node = find(key);
  if (node == nullptr) return std::nullopt;
  if (node->kind == Node::Kind::text) return node->text;
  wrong_kind(key, *node, "a text");
  return std::nullopt;
}

std::optional<bool> Section::flag(std::string_view key) {
  const Node* node = find(key);
  if (node == nullptr) return std::nullopt;
  if (node->kind == Node::Kind::flag) return node->flag;
  if (node->loose && (node->text == "true" || node->text == "false")) return node->text == "true";
  wrong_kind(key, *node, "true or false");
  return std::nullopt;
}

std::optional<std::int64_t> Section::integer(std::string_view key, std::int64_t min, std::int64_t max) {
  const Node* node = find(key);
  if (node == nullptr) return std::nullopt;
  std::int64_t value = node->integer;
  bool readable = node->kind == Node::Kind::integer;
  if (node->loose) {
    const char* end = node->text.data() + node->text.size();
    const auto [at, error] = std::from_chars(node->text.data(), end, value);
    readable = error == std::errc{} && at == end;
  }
  if (readable && value >= min && value <= max) return value;
  const std::string range = "a whole number from " + std::to_string(min) + " to " + std::to_string(max);
  if (readable)
    problem(key, "must be " + range + ", not " + std::to_string(value));
  else
    wrong_kind(key, *node, range);
  return std::nullopt;
}

std::optional<Micros> Section::duration(std::string_view key, Micros max) {
  const Node* node = find(key);
  if (node == nullptr) return std::nullopt;
  if (node->kind != Node::Kind::text) {
    wrong_kind(key, *node, "a duration with its unit, like \"5s\"");
    return std::nullopt;
  }
  const auto span = parse_duration(node->text);
  if (!span)
    problem(key, '"' + node->text + "\" " + span.error());
  else if (*span > max)
    problem(key, '"' + node->text + "\" is longer than the " + format_duration(max) + " allowed here");
  else
    return *span;
  return std::nullopt;
}

std::vector<std::string> Section::texts(std::string_view key) {
  const Node* node = find(key);
  if (node == nullptr) return {};
  if (node->kind == Node::Kind::text) return {node->text};
  std::vector<std::string> all;
  bool good = node->kind == Node::Kind::list;
  for (const Node& item : node->items) {
    good = good && item.kind == Node::Kind::text;
    all.push_back(item.text);
  }
  if (good) return all;
  wrong_kind(key, *node, "a list of texts");
  return {};
}

Section Section::table(std::string_view key) {
  const Node* node = find(key);
  if (node == nullptr) return Section(nullptr, origin_, key_path(key), *report_);
  return inside(*node, key);
}

Section Section::inside(const Node& node, std::string_view key) {
  if (node.kind == Node::Kind::table) return Section(&node, node.origin, key_path(key), *report_);
  problem_at(node, key, "must be a table, not " + std::string(kind_name(node.kind)));
  return Section(nullptr, node.origin, key_path(key), *report_);
}

void Section::later(std::string_view key, std::string_view why) {
  if (find(key) != nullptr) problem(key, std::string(why));
}

void Section::problem(std::string_view key, std::string text) {
  const Origin& at = origin_of(key);
  report_->problems.push_back({at.file, at.line, key_path(key), std::move(text)});
}

void Section::problem_at(const Node& node, std::string_view key, std::string text) {
  report_->problems.push_back({node.origin.file, node.origin.line, key_path(key), std::move(text)});
}

void Section::warning(std::string_view key, std::string text) {
  const Origin& at = origin_of(key);
  report_->warnings.push_back(Problem{at.file, at.line, key_path(key), std::move(text)}.message());
}

void Section::finish() {
  if (table_ == nullptr) return;
  const std::vector<std::string_view> names(known_.begin(), known_.end());
  for (const auto& [name, node] : table_->entries)
    if (!known_.contains(name)) problem(name, "is not a key of this table" + nearest(name, names));
}

void Section::unknown_word(std::string_view key, std::string_view word, const std::vector<std::string_view>& known) {
  std::string text = "must be ";
  for (std::size_t i = 0; i < known.size(); ++i)
    text.append(i == 0 ? "\"" : i + 1 == known.size() ? "\" or \"" : "\", \"").append(known[i]);
  problem(key, text + "\", not \"" + std::string(word) + '"' + nearest(word, known));
}

void Section::wrong_kind(std::string_view key, const Node& node, std::string_view wanted) {
  problem(key, "must be " + std::string(wanted) + ", not " + std::string(kind_name(node.kind)));
}

std::string Section::key_path(std::string_view key) const {
  if (key.empty()) return path_;
  if (path_.empty() || key.starts_with('[')) return path_ + std::string(key);
  return path_ + "." + std::string(key);
}

const Origin& Section::origin_of(std::string_view key) const {
  if (table_ == nullptr) return origin_;
  const auto entry = table_->entries.find(key);
  return entry == table_->entries.end() ? origin_ : entry->second.origin;
}

}  // namespace senja::config
