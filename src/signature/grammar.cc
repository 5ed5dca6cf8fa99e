#include "signature/grammar.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace senja::signature {

namespace {

using Problem = std::unexpected<std::string>;

Parsed<Place> parse_place(std::string_view text);
Parsed<Piece> parse_placeholder(std::string_view inside);
std::string_view trimmed(std::string_view text);
std::string quoted(std::string_view text);

}  // namespace

Parsed<std::vector<Place>> parse_places(std::string_view text) {
  constexpr std::string_view bars = "||";
  std::vector<Place> places;
  while (true) {
    const std::size_t end = text.find(bars);
    auto place = parse_place(trimmed(text.substr(0, end)));
    if (!place) return Problem(place.error());
    places.push_back(*std::move(place));
    if (end == std::string_view::npos) return places;
    text.remove_prefix(end + bars.size());
  }
}

Parsed<ItemShape> parse_item(std::string_view text) {
  constexpr std::array<std::pair<std::string_view, ItemShape::Holds>, 2> placeholders{
      {{"{sig}", ItemShape::Holds::signature}, {"{timestamp}", ItemShape::Holds::timestamp}}};
  for (const auto& [placeholder, holds] : placeholders) {
    const std::size_t at = text.find(placeholder);
    if (at == std::string_view::npos) continue;
    ItemShape shape{std::string{text.substr(0, at)}, std::string{text.substr(at + placeholder.size())}, holds};
    if ((shape.before + shape.after).find_first_of("{}") != std::string::npos)
      return Problem(quoted(text) + " holds more than one placeholder");
    return shape;
  }
  return Problem(quoted(text) + " holds neither {sig} nor {timestamp}");
}

Parsed<std::vector<Piece>> parse_template(std::string_view text) {
  std::vector<Piece> pieces;
  while (!text.empty()) {
    if (text.front() != '{') {
      const std::string_view literal = text.substr(0, text.find('{'));
      if (literal.contains('}')) return Problem("a } without its { in " + quoted(literal));
      pieces.push_back({.kind = Piece::Kind::literal, .text = std::string{literal}, .place = {}});
      text.remove_prefix(literal.size());
      continue;
    }
    const std::size_t close = text.find('}');
    if (close == std::string_view::npos) return Problem("a { without its } in " + quoted(text));
    auto piece = parse_placeholder(text.substr(1, close - 1));
    if (!piece) return Problem(piece.error());
    pieces.push_back(*std::move(piece));
    text.remove_prefix(close + 1);
  }
  return pieces;
}

namespace {

Parsed<Place> parse_place(std::string_view text) {
  constexpr std::array<std::pair<std::string_view, Place::Kind>, 4> kinds{{{"header:", Place::Kind::header},
                                                                           {"query:", Place::Kind::query},
                                                                           {"form:", Place::Kind::form},
                                                                           {"json:", Place::Kind::json}}};
  if (text.starts_with('/')) return Place{Place::Kind::json, std::string{text}};
  for (const auto& [prefix, kind] : kinds) {
    if (!text.starts_with(prefix)) continue;
    const std::string_view name = text.substr(prefix.size());
    if (name.empty()) return Problem(quoted(text) + " names nothing");
    if (kind == Place::Kind::json && !name.starts_with('/'))
      return Problem(quoted(text) + " is no JSON pointer: it starts with /");
    if (kind == Place::Kind::header && name.find_first_of(" \t\r\n:") != std::string_view::npos)
      return Problem(quoted(text) + " is no header name");
    return Place{kind, std::string{name}};
  }
  return Problem(quoted(text) + " is no place: expected header:NAME, query:NAME, form:NAME or json:/pointer");
}

Parsed<Piece> parse_placeholder(std::string_view inside) {
  constexpr std::array<std::pair<std::string_view, Piece::Kind>, 6> words{{{"body", Piece::Kind::body},
                                                                           {"timestamp", Piece::Kind::timestamp},
                                                                           {"id", Piece::Kind::id},
                                                                           {"method", Piece::Kind::method},
                                                                           {"path", Piece::Kind::path},
                                                                           {"url", Piece::Kind::url}}};
  Piece piece;
  piece.optional = inside.ends_with('?');
  const std::string_view name = piece.optional ? inside.substr(0, inside.size() - 1) : inside;
  for (const auto& [word, kind] : words) {
    if (name != word) continue;
    if (piece.optional && kind != Piece::Kind::id)
      return Problem("{" + std::string{name} + "} is never missing: leave out its ?");
    piece.kind = kind;
    return piece;
  }
  if (name.starts_with("header:") || name.starts_with("query:") || name.starts_with("form:")) {
    if (name.contains('|')) return Problem("filters are not supported: {" + std::string{inside} + "}");
    auto place = parse_place(name);
    if (!place) return Problem(place.error());
    piece.kind = Piece::Kind::place;
    piece.place = *std::move(place);
    return piece;
  }
  return Problem(
      "{" + std::string{inside} +
      "} is not supported: expected body, timestamp, id, method, path, url, header:NAME, query:NAME or form:NAME");
}

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

std::string quoted(std::string_view text) { return '"' + std::string{text} + '"'; }

}  // namespace

}  // namespace senja::signature
