#include "senja/contract/place.h"

#include <algorithm>
#include <utility>

#include "contract/utf8.h"
#include "senja/model/limits.h"

namespace senja::contract {

namespace {

std::expected<std::vector<std::string>, std::string> parse_pointer(std::string_view pointer);
bool is_header_name(std::string_view name);

std::unexpected<std::string> wrong(std::string_view text, std::string_view problem) {
  return std::unexpected{"\"" + std::string{text} + "\" " + std::string{problem}};
}

}  // namespace

std::expected<Place, std::string> parse_place(std::string_view text) {
  Place place;
  place.text = text;
  if (!is_utf8(text)) return wrong("…", "is not UTF-8");

  const auto colon = text.find(':');
  const std::string_view before = text.substr(0, colon);
  if (text.starts_with('/') || before == "json") {
    const std::string_view pointer = text.starts_with('/') ? text : text.substr(std::min(text.size(), before.size() + 1));
    auto tokens = parse_pointer(pointer);
    if (!tokens) return wrong(text, tokens.error());
    place.tokens = *std::move(tokens);
    return place;
  }
  if (before == "header")
    place.kind = Place::Kind::header;
  else if (before == "query")
    place.kind = Place::Kind::query;
  else if (before == "form")
    place.kind = Place::Kind::form;
  else
    return wrong(text, "is no place: \"/pointer\", \"header:NAME\", \"query:NAME\" or \"form:NAME\" is");

  place.name = text.substr(std::min(text.size(), before.size() + 1));
  if (place.name.empty()) return wrong(text, "names nothing after \"" + std::string{before} + ":\"");
  if (place.kind == Place::Kind::header && !is_header_name(place.name))
    return wrong(text, "holds a byte that no header name may hold");
  return place;
}

namespace {

// RFC 6901, except that a field cannot be the whole body.
std::expected<std::vector<std::string>, std::string> parse_pointer(std::string_view pointer) {
  if (!pointer.starts_with('/')) return std::unexpected{"is no JSON pointer: it has to begin with \"/\""};
  std::vector<std::string> tokens;
  for (std::size_t at = 0; at < pointer.size(); ++at) {
    const char c = pointer[at];
    if (c == '/') {
      tokens.emplace_back();
    } else if (c == '~') {
      const std::string_view code = pointer.substr(at + 1, 1);
      if (code != "0" && code != "1") return std::unexpected{"has a \"~\" that is neither \"~0\" nor \"~1\""};
      tokens.back() += code == "0" ? '~' : '/';
      ++at;
    } else {
      tokens.back() += c;
    }
  }
  if (tokens.size() > limits::json_depth_max)
    return std::unexpected{"is longer than JSON may nest (" + std::to_string(limits::json_depth_max) + ")"};
  return tokens;
}

// RFC 9110, section 5.6.2: a token.
bool is_header_name(std::string_view name) {
  return std::ranges::all_of(name, [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           std::string_view{"!#$%&'*+-.^_`|~"}.find(c) != std::string_view::npos;
  });
}

}  // namespace

}  // namespace senja::contract
