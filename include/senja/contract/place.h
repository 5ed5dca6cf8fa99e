// Where a field of an event stands: a JSON Pointer into the body (RFC 6901), a header, a query or a form field.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

namespace senja::contract {

struct Place {
  enum class Kind : std::uint8_t { json, header, query, form } kind = Kind::json;
  std::string name;                 // header, query or form field
  std::vector<std::string> tokens;  // json: the pointer's unescaped reference tokens
  std::string text;                 // as written in the config: "/a/b", "header:webhook-id"
  bool operator==(const Place&) const = default;
};

// "/a/b", "json:/a/b", "header:N", "query:N", "form:N". The error says what is wrong with the text.
std::expected<Place, std::string> parse_place(std::string_view text);

}  // namespace senja::contract
