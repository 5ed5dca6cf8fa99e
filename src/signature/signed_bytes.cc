#include "signature/signed_bytes.h"

#include <algorithm>

#include "senja/model/limits.h"

namespace senja::signature {

namespace {

using Part = std::expected<std::string_view, std::string_view>;

Part id_part(const Scheme& scheme, const Piece& piece, std::string_view id);
Part place_part(const std::vector<Piece>& pieces, std::size_t i, Lookup& lookup);
bool free_of_control_bytes(std::string_view text);
bool ends_before_literal(const std::vector<Piece>& pieces, std::size_t i, std::string_view value);

}  // namespace

std::expected<void, std::string_view> fill(const Scheme& scheme, std::string_view timestamp, std::string_view id,
                                           Lookup& lookup, std::vector<std::string_view>& parts) {
  const RawRequest& request = lookup.request();
  for (std::size_t i = 0; i < scheme.signed_bytes.size(); ++i) {
    const Piece& piece = scheme.signed_bytes[i];
    Part part;
    switch (piece.kind) {
      case Piece::Kind::literal:
        part = piece.text;
        break;
      case Piece::Kind::body:
        part = request.body;
        break;
      case Piece::Kind::timestamp:
        part = timestamp;
        break;
      case Piece::Kind::id:
        part = id_part(scheme, piece, id);
        break;
      case Piece::Kind::method:
        part = request.method;
        break;
      case Piece::Kind::path:
        part = request.path();
        break;
      case Piece::Kind::url: {
        const Found host = lookup.find({Place::Kind::header, "Host"});
        if (host.times != 1) return std::unexpected("the URL is signed, and there is not one Host");
        parts.insert(parts.end(), {"https://", host.first});
        part = request.target;
        break;
      }
      case Piece::Kind::place:
        part = place_part(scheme.signed_bytes, i, lookup);
        break;
    }
    if (!part) return std::unexpected(part.error());
    parts.push_back(*part);
  }
  return {};
}

bool id_fits(const Scheme& scheme, std::string_view id) {
  if (id.empty() || id.size() > limits::id_bytes_max || !free_of_control_bytes(id)) return false;
  const auto& pieces = scheme.signed_bytes;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    if (pieces[i].kind != Piece::Kind::id) continue;
    if (i > 0 && pieces[i - 1].kind == Piece::Kind::literal && id.contains(pieces[i - 1].text.back())) return false;
    if (!ends_before_literal(pieces, i, id)) return false;
  }
  return true;
}

namespace {

Part id_part(const Scheme& scheme, const Piece& piece, std::string_view id) {
  if (id.empty() && piece.optional) return id;
  if (id.empty()) return std::unexpected("the id is signed, and there is none");
  if (!id_fits(scheme, id)) return std::unexpected("the id cannot stand in the signed bytes");
  return id;
}

Part place_part(const std::vector<Piece>& pieces, std::size_t i, Lookup& lookup) {
  const Found found = lookup.find(pieces[i].place);
  if (found.times > 1) return std::unexpected("a signed field was sent more than once");
  if (found.times == 0 && !pieces[i].optional) return std::unexpected("a signed field is missing");
  if (!ends_before_literal(pieces, i, found.first)) return std::unexpected("a signed field holds the text that ends it");
  return found.first;
}

bool free_of_control_bytes(std::string_view text) {
  return std::ranges::none_of(text, [](unsigned char c) { return c < 0x20 || c == 0x7f; });
}

// The value of piece `i` does not hold the first byte of the literal after it, so that its end cannot be moved.
bool ends_before_literal(const std::vector<Piece>& pieces, std::size_t i, std::string_view value) {
  const bool literal_follows = i + 1 < pieces.size() && pieces[i + 1].kind == Piece::Kind::literal;
  return !literal_follows || !value.contains(pieces[i + 1].text.front());
}

}  // namespace

}  // namespace senja::signature
