// Output for people: columns that line up, and text from strangers that cannot move the cursor.
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace senja::cli {

struct Table {
  std::vector<std::string> head;
  std::vector<std::vector<std::string>> rows;  // each as long as the head
};
void print(const Table& table, std::ostream& out);

// "Name:  value" lines, values in one column.
void print_fields(const std::vector<std::pair<std::string, std::string>>& fields, std::ostream& out);

// One line: control bytes, broken UTF-8 and bidirectional controls appear as \xNN or \u{NNNN}.
std::string printable(std::string_view text);

}  // namespace senja::cli
