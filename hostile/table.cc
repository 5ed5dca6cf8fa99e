#include "table.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace senja::hostile {

Table::Table(std::string title) : title_(std::move(title)) {}

void Table::say(std::string figure, std::string value) { rows_.push_back({std::move(figure), std::move(value), "", ""}); }

void Table::must(std::string figure, std::string value, std::string bound, bool holds) {
  rows_.push_back({std::move(figure), std::move(value), std::move(bound), holds ? "yes" : "NO"});
  holds_ &= holds;
}

void Table::aim(std::string figure, std::string value, std::string bound, bool within) {
  rows_.push_back({std::move(figure), std::move(value), std::move(bound), within ? "within" : "beyond"});
}

void Table::must_be_zero(std::string figure, std::uint64_t value) {
  must(std::move(figure), std::to_string(value), "0", value == 0);
}

// With the statuses, so that a miss explains itself.
void Table::must_be_none(std::string figure, const std::map<int, std::uint64_t>& by_status) {
  std::uint64_t count = 0;
  std::string statuses;
  for (const auto& [status, times] : by_status) {
    count += times;
    statuses +=
        fmt::format("{}{}: {}", statuses.empty() ? " (" : ", ", status == 0 ? "none" : std::to_string(status), times);
  }
  must(std::move(figure), std::to_string(count) + statuses + (statuses.empty() ? "" : ")"), "0", count == 0);
}

void Table::must_be_below(std::string figure, double value, double bound, const std::string& unit) {
  must(std::move(figure), in_words(value, unit), "< " + in_words(bound, unit), value < bound);
}

void Table::aim_at_most(std::string figure, double value, double bound, const std::string& unit) {
  aim(std::move(figure), in_words(value, unit), "<= " + in_words(bound, unit), value <= bound);
}

std::string Table::text() const {
  Row widest{title_, "measured", "bound", ""};
  for (const Row& row : rows_) {
    widest.figure.resize(std::max(widest.figure.size(), row.figure.size()), ' ');
    widest.value.resize(std::max(widest.value.size(), row.value.size()), ' ');
    widest.bound.resize(std::max(widest.bound.size(), row.bound.size()), ' ');
  }
  std::string text;
  const auto add = [&](const Row& row) {
    std::string line = fmt::format("{:{}}  {:>{}}  {:>{}}  {}", row.figure, widest.figure.size(), row.value,
                                   widest.value.size(), row.bound, widest.bound.size(), row.verdict);
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  };
  add({title_, "measured", "bound", ""});
  for (const Row& row : rows_) add(row);
  return text;
}

std::string in_words(double value, const std::string& unit) {
  std::string text = fmt::format("{:.2f}", value);
  if (text.ends_with(".00")) text.erase(text.size() - 3);
  return unit.empty() ? text : text + " " + unit;
}

}  // namespace senja::hostile
