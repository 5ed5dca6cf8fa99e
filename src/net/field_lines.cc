#include "net/field_lines.h"

#include <algorithm>
#include <array>

namespace senja::net {

namespace {

constexpr bool alphanumeric(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

constexpr bool blank(char c) { return c == ' ' || c == '\t'; }

// RFC 9110 5.6.2: tchar.
constexpr auto token_bytes = [] {
  std::array<bool, 256> table{};
  for (std::size_t c = 0; c < table.size(); ++c)
    table[c] = alphanumeric(static_cast<char>(c)) ||
               std::string_view{"!#$%&'*+-.^_`|~"}.find(static_cast<char>(c)) != std::string_view::npos;
  return table;
}();

// What LineEnd stops at: control bytes, and so also CR and LF, but not the tab.
constexpr bool stops(char c) { return (static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7f; }

}  // namespace

LineEnd::State LineEnd::find(std::string_view bytes, std::size_t bytes_max) {
  const std::size_t limit = std::min(bytes.size(), bytes_max);
  while (at_ < limit && !stops(bytes[at_])) ++at_;
  if (at_ >= bytes_max) return State::too_long;
  if (at_ == bytes.size()) return State::more;
  if (bytes[at_] == '\n') return State::bare_lf;
  if (bytes[at_] != '\r') return State::control;
  if (at_ + 1 >= bytes_max) return State::too_long;
  if (at_ + 1 == bytes.size()) return State::more;
  return bytes[at_ + 1] == '\n' ? State::found : State::bare_cr;
}

std::expected<FieldLine, Fault> read_field(std::string_view line) {
  const auto refused = [](std::string_view detail) { return std::unexpected(bad_request(detail)); };
  if (blank(line.front())) return refused("a header line is folded, or begins with a blank");
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) return refused("a header line has no colon");
  const std::string_view name = line.substr(0, colon);
  if (name.empty()) return refused("a header field has no name");
  if (blank(name.back())) return refused("a blank stands before the colon of a header field");
  if (!token(name)) return refused("the name of a header field is not a token");
  return FieldLine{name, trimmed(line.substr(colon + 1))};
}

Fault fault_of(LineEnd::State state, std::string_view line_so_far) {
  if (state == LineEnd::State::bare_cr) return bad_request("a carriage return stands without its line feed");
  if (state == LineEnd::State::bare_lf) return bad_request("a line feed stands without its carriage return");
  return line_so_far.find(':') == std::string_view::npos
             ? bad_request("a control byte stands in the name of a header field")
             : bad_request("a control byte stands in the value of a header field");
}

bool token(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return token_bytes[static_cast<unsigned char>(c)]; });
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

}  // namespace senja::net
