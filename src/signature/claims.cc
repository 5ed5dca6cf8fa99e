#include "signature/claims.h"

#include "signature/timestamp.h"

namespace senja::signature {

namespace {

std::expected<std::size_t, Refusal> present_alternative(const Scheme& scheme, Lookup& lookup);
std::expected<void, Refusal> read_items(const Scheme& scheme, const Place& place, Lookup& lookup, Items& items);
bool add_items(const Scheme& scheme, std::string_view value, std::size_t& seen, Items& items);
std::expected<std::string_view, Refusal> read_time(const TimeRule& rule, std::size_t alternative, const Items& items,
                                                   Lookup& lookup);
const Place& chosen(const std::vector<Place>& places, std::size_t alternative);
std::unexpected<Refusal> bad_signature(std::string_view why);
std::unexpected<Refusal> bad_timestamp(std::string_view why);

}  // namespace

std::expected<Claims, Refusal> read_claims(const Scheme& scheme, Lookup& lookup) {
  Claims claims;
  const auto alternative = present_alternative(scheme, lookup);
  if (!alternative) return std::unexpected(alternative.error());
  if (const auto read = read_items(scheme, scheme.signature[*alternative], lookup, claims.items); !read)
    return std::unexpected(read.error());

  if (scheme.time) {
    const auto text = read_time(*scheme.time, *alternative, claims.items, lookup);
    if (!text) return std::unexpected(text.error());
    const auto at = read_timestamp(*text, scheme.time->unit);
    if (!at) return bad_timestamp("the timestamp is not a plausible number of its unit");
    claims.timestamp = *text;
    claims.at = *at;
  }

  const auto id = read_id(scheme, *alternative, lookup);
  if (!id) return std::unexpected(id.error());
  claims.id = *id;
  return claims;
}

std::expected<std::string_view, Refusal> read_id(const Scheme& scheme, std::size_t alternative, Lookup& lookup) {
  if (scheme.id.empty()) return std::string_view{};
  const Found found = lookup.find(chosen(scheme.id, alternative));
  if (found.times > 1) return bad_signature("the id was sent more than once");
  return found.first;
}

namespace {

std::expected<std::size_t, Refusal> present_alternative(const Scheme& scheme, Lookup& lookup) {
  for (std::size_t i = 0; i < scheme.signature.size(); ++i) {
    const std::size_t times = lookup.find(scheme.signature[i]).times;
    if (times > 1 && !scheme.repeatable) return bad_signature("the signature was sent more than once");
    if (times > 0) return i;
  }
  return bad_signature("there is no signature");
}

// All caps are judged here, before any MAC: bytes over all lines of the header, items of whatever shape.
std::expected<void, Refusal> read_items(const Scheme& scheme, const Place& place, Lookup& lookup, Items& items) {
  std::size_t bytes = 0, seen = 0;
  const auto add = [&](std::string_view value) {
    bytes += value.size();
    return bytes <= limits::signature_header_bytes_max && add_items(scheme, value, seen, items);
  };
  bool within_caps = true;
  if (scheme.repeatable) {
    const Headers& headers = lookup.request().headers;
    for (std::size_t i = 0; within_caps && i < headers.size(); ++i)
      if (same_name(headers[i].name, place.name)) within_caps = add(headers[i].value);
  } else {
    within_caps = add(lookup.find(place).first);
  }
  if (!within_caps) return bad_signature("there are more signatures than the cap");
  if (items.signatures().empty()) return bad_signature("no signature of a known shape");
  return {};
}

// False beyond the cap. Items of no known shape are passed over: a sender's next version may stand beside this one.
bool add_items(const Scheme& scheme, std::string_view value, std::size_t& seen, Items& items) {
  while (true) {
    const std::size_t end = scheme.split.empty() ? std::string_view::npos : value.find(scheme.split);
    const std::string_view item = value.substr(0, end);
    if (++seen > limits::signatures_per_header_max) return false;
    for (const ItemShape& shape : scheme.items) {
      if (item.size() < shape.before.size() + shape.after.size()) continue;
      if (!item.starts_with(shape.before) || !item.ends_with(shape.after)) continue;
      const std::string_view held = item.substr(shape.before.size(), item.size() - shape.before.size() - shape.after.size());
      if (shape.holds == ItemShape::Holds::signature)
        items.add(held);
      else if (++items.timestamps == 1)
        items.timestamp = held;
      break;
    }
    if (end == std::string_view::npos) return true;
    value.remove_prefix(end + scheme.split.size());
  }
}

std::expected<std::string_view, Refusal> read_time(const TimeRule& rule, std::size_t alternative, const Items& items,
                                                   Lookup& lookup) {
  const Found found =
      rule.from.empty() ? Found{items.timestamps, items.timestamp} : lookup.find(chosen(rule.from, alternative));
  if (found.times == 0) return bad_timestamp("there is no timestamp");
  if (found.times > 1) return bad_timestamp("the timestamp was sent more than once");
  return found.first;
}

const Place& chosen(const std::vector<Place>& places, std::size_t alternative) {
  return places.size() == 1 ? places.front() : places[alternative];
}

std::unexpected<Refusal> bad_signature(std::string_view why) {
  return std::unexpected(Refusal{Refusal::Kind::signature, why});
}
std::unexpected<Refusal> bad_timestamp(std::string_view why) {
  return std::unexpected(Refusal{Refusal::Kind::timestamp, why});
}

}  // namespace

}  // namespace senja::signature
