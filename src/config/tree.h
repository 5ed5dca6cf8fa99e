// The config as plain values that know where they were written, whatever they were written in: the file, an environment
// variable, the command line. Only parse.cc knows TOML.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "config/settings.h"

namespace senja::config {

struct Node {
  enum class Kind : std::uint8_t { text, integer, number, flag, time, list, table } kind = Kind::table;
  Origin origin;
  std::string text;  // text; number: its shortest spelling; time: RFC 3339
  std::int64_t integer = 0;
  bool flag = false;
  std::vector<Node> items;
  std::map<std::string, Node, std::less<>> entries;
  bool loose = false;  // came as bare text: reads as an integer or a flag where one is wanted
};

std::string_view kind_name(Node::Kind kind);  // "a text", "a table", as errors say it

// "file" names the text in errors. Relative paths in it stay as they are.
std::expected<Node, Problem> parse_toml(std::string_view text, const std::string& file);

// SENJA_SERVER__LISTEN=… sets server.listen. Names match without regard to case, and '_' also stands for '-'.
// A value that begins with '[' or '{' is TOML; any other is text.
void apply_environment(Node& root, const std::map<std::string, std::string>& environment, std::vector<Problem>& problems);

void apply_overrides(Node& root, const Overrides& overrides);

}  // namespace senja::config
