// docs/outcomes.md says the same as the table the program runs by.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "senja/model/outcome.h"

namespace senja {
namespace {

std::vector<std::string> lines_of_the_page() {
  std::ifstream page(SENJA_SOURCE_DIR "/docs/outcomes.md");
  std::vector<std::string> lines;
  for (std::string line; std::getline(page, line);) lines.push_back(line);
  return lines;
}

// "| `applied` | yes |" → {"applied", "yes"}
std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream in(line.substr(1));
  for (std::string cell; std::getline(in, cell, '|');) {
    std::erase(cell, '`');
    const auto from = cell.find_first_not_of(' '), to = cell.find_last_not_of(' ');
    cells.push_back(from == std::string::npos ? "" : cell.substr(from, to - from + 1));
  }
  return cells;
}

std::vector<std::string> cells_of(const OutcomeRow& row) {
  constexpr std::array<std::string_view, 4> kinds{"final", "retryable", "refused", "undecided"};
  const auto yes = [](bool is) { return is ? std::string{"yes"} : std::string{"–"}; };
  const auto status = [](int number) { return number == 0 ? std::string{"–"} : std::to_string(number); };
  return {std::string{row.text}, std::string{row.outcome}, std::string{kinds[static_cast<std::size_t>(row.kind)]},
          yes(row.recorded),     yes(row.lettered),        yes(row.waits),
          status(row.gentle),    status(row.strict),       row.word.empty() ? "–" : std::string{row.word}};
}

TEST(OutcomesPage, HasTheTablesRowsInTheTablesOrder) {
  std::vector<std::vector<std::string>> found;
  for (const std::string& line : lines_of_the_page())
    if (line.starts_with("| `")) found.push_back(cells_of(line));
  ASSERT_EQ(found.size(), outcome_table.size());
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_EQ(found[i], cells_of(outcome_table[i]));
}

TEST(OutcomesPage, ExplainsEveryCode) {
  std::map<std::string, int> headings;
  for (const std::string& line : lines_of_the_page())
    if (line.starts_with("### `")) ++headings[line.substr(5, line.find('`', 5) - 5)];
  EXPECT_EQ(headings.size(), outcome_table.size());
  for (const OutcomeRow& each : outcome_table) EXPECT_EQ(headings[std::string{each.text}], 1) << each.text;
}

}  // namespace
}  // namespace senja
