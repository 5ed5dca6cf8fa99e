#include "senja/signature/sign.h"

#include "signature/key.h"
#include "signature/mac.h"
#include "signature/signed_bytes.h"
#include "signature/timestamp.h"

namespace senja::signature {

namespace {

using Header = std::pair<std::string, std::string>;
using Problem = std::unexpected<std::string>;

std::expected<std::string, std::string> mac_text(const Scheme& scheme, const Secret& key, const ToSign& what,
                                                 const std::string& timestamp);
std::string joined_items(const Scheme& scheme, std::string_view mac, std::string_view timestamp);
bool in_header(const std::vector<Place>& places);
bool signs_id(const Scheme& scheme);

}  // namespace

std::expected<std::vector<Header>, std::string> sign(const Scheme& scheme, const Secret& secret, const ToSign& what) {
  std::vector<Header> headers;
  if (in_header(scheme.id) && !what.id.empty()) headers.emplace_back(scheme.id.front().name, what.id);
  if (scheme.algorithm == Algorithm::none) return headers;

  if (!in_header(scheme.signature)) return Problem("the signature of " + scheme.name + " does not stand in a header");
  if (signs_id(scheme) && !in_header(scheme.id))
    return Problem("the id that " + scheme.name + " signs does not stand in a header");
  const auto key = key_bytes(secret, scheme.key);
  if (!key) return Problem("the secret " + key.error());

  std::string timestamp;
  if (scheme.time) {
    timestamp = std::to_string(floor_to(scheme.time->unit, what.at));
    if (!read_timestamp(timestamp, scheme.time->unit))
      return Problem("the time is not between 2001-09-09 and the year 9999");
    if (in_header(scheme.time->from)) headers.emplace_back(scheme.time->from.front().name, timestamp);
    if (!in_header(scheme.time->from) && !scheme.time->from.empty())
      return Problem("the timestamp of " + scheme.name + " does not stand in a header");
  }

  const auto mac = mac_text(scheme, *key, what, timestamp);
  if (!mac) return Problem(mac.error());
  headers.emplace_back(scheme.signature.front().name, joined_items(scheme, *mac, timestamp));
  return headers;
}

namespace {

// The template is filled as the verifier fills it, from a request that carries what is known here.
std::expected<std::string, std::string> mac_text(const Scheme& scheme, const Secret& key, const ToSign& what,
                                                 const std::string& timestamp) {
  const RawRequest request{
      .method = what.method, .target = what.target, .headers = {}, .body = what.body, .received_at = what.at};
  Lookup lookup{request};
  std::vector<std::string_view> parts;
  if (const auto filled = fill(scheme, timestamp, what.id, lookup, parts); !filled)
    return std::unexpected(std::string{filled.error()});
  return std::string{Mac{scheme.algorithm, key}.over(parts, scheme.encoding).text()};
}

// One item of each kind: every shape that holds the timestamp, and the first that holds the signature.
std::string joined_items(const Scheme& scheme, std::string_view mac, std::string_view timestamp) {
  std::string value;
  bool has_signature = false;
  for (const ItemShape& shape : scheme.items) {
    const bool is_signature = shape.holds == ItemShape::Holds::signature;
    if (is_signature && has_signature) continue;
    has_signature |= is_signature;
    if (!value.empty()) value += scheme.split;
    value.append(shape.before).append(is_signature ? mac : timestamp).append(shape.after);
  }
  return value;
}

bool in_header(const std::vector<Place>& places) { return !places.empty() && places.front().kind == Place::Kind::header; }

bool signs_id(const Scheme& scheme) {
  for (const Piece& piece : scheme.signed_bytes)
    if (piece.kind == Piece::Kind::id && !piece.optional) return true;
  return false;
}

}  // namespace

}  // namespace senja::signature
