#include "cli/table.h"

#include <algorithm>
#include <cstdint>
#include <ostream>

namespace senja::cli {

namespace {

struct Point {
  char32_t code = 0;
  std::size_t bytes = 0;  // 0: not UTF-8
};
Point first_point(std::string_view text);
bool harmless(char32_t code);
std::string hex_of(std::uint32_t value);
std::size_t width(std::string_view text);
void print_row(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths, std::ostream& out);

}  // namespace

void print(const Table& table, std::ostream& out) {
  std::vector<std::size_t> widths(table.head.size(), 0);
  const auto widen = [&widths](const std::vector<std::string>& cells) {
    for (std::size_t i = 0; i < cells.size(); ++i) widths[i] = std::max(widths[i], width(cells[i]));
  };
  widen(table.head);
  std::ranges::for_each(table.rows, widen);
  print_row(table.head, widths, out);
  for (const auto& row : table.rows) print_row(row, widths, out);
}

void print_fields(const std::vector<std::pair<std::string, std::string>>& fields, std::ostream& out) {
  std::size_t widest = 0;
  for (const auto& [name, value] : fields) widest = std::max(widest, width(name));
  for (const auto& [name, value] : fields) out << name << std::string(widest + 2 - width(name), ' ') << value << "\n";
}

std::string printable(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const Point point = first_point(text);
    if (point.bytes == 0)
      out += "\\x" + hex_of(static_cast<unsigned char>(text[0]));
    else if (harmless(point.code))
      out += text.substr(0, point.bytes);
    else
      out += point.code < 0x80 ? "\\x" + hex_of(point.code) : "\\u{" + hex_of(point.code) + "}";
    text.remove_prefix(std::max<std::size_t>(point.bytes, 1));
  }
  return out;
}

namespace {

void print_row(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths, std::ostream& out) {
  for (std::size_t i = 0; i < cells.size(); ++i) {
    out << cells[i];
    if (i + 1 < cells.size()) out << std::string(widths[i] + 2 - width(cells[i]), ' ');
  }
  out << "\n";
}

// Strict UTF-8: no overlong forms, no surrogates, nothing beyond U+10FFFF.
Point first_point(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  if (lead < 0x80) return {lead, 1};
  const std::size_t bytes = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < bytes) return {};
  char32_t code = lead & (0x7f >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    const auto next = static_cast<unsigned char>(text[i]);
    if ((next & 0xc0) != 0x80) return {};
    code = code << 6 | (next & 0x3f);
  }
  constexpr char32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
  if (code < smallest[bytes] || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return {};
  return {code, bytes};
}

bool harmless(char32_t code) {
  const auto within = [code](char32_t low, char32_t high) { return code >= low && code <= high; };
  const bool control = code < 0x20 || within(0x7f, 0x9f) || within(0x2028, 0x2029);
  const bool bidirectional = code == 0x61c || within(0x200e, 0x200f) || within(0x202a, 0x202e) || within(0x2066, 0x2069);
  return !control && !bidirectional;
}

std::string hex_of(std::uint32_t value) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (; value > 0 || text.size() < 2; value >>= 4) text.insert(text.begin(), digits[value & 0xf]);
  return text;
}

// In code points; good enough for ids and times.
std::size_t width(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xc0) != 0x80; }));
}

}  // namespace

}  // namespace senja::cli
