#include "signature/lookup.h"

#include <optional>

#include "senja/signature/encode.h"

namespace senja::signature {

namespace {

Found header(const Headers& headers, std::string_view name);
std::optional<std::string> form_decoded(std::string_view text);

}  // namespace

Found Lookup::find(const Place& place) {
  switch (place.kind) {
    case Place::Kind::header:
      return header(request_.headers, place.name);
    case Place::Kind::query:
      return field(request_.query(), place.name);
    case Place::Kind::form:
      return field(request_.body, place.name);
    case Place::Kind::json:
      break;  // the contract's to read, once the body is verified
  }
  return {};
}

// A pair whose name or value does not decode is not there.
Found Lookup::field(std::string_view pairs, std::string_view name) {
  Found found;
  while (!pairs.empty()) {
    const std::string_view pair = pairs.substr(0, pairs.find('&'));
    pairs.remove_prefix(std::min(pair.size() + 1, pairs.size()));
    const std::size_t equals = std::min(pair.find('='), pair.size());
    if (form_decoded(pair.substr(0, equals)) != name) continue;
    auto value = form_decoded(pair.substr(std::min(equals + 1, pair.size())));
    if (!value) continue;
    if (++found.times == 1) found.first = decoded_.emplace_front(*std::move(value));
  }
  return found;
}

namespace {

Found header(const Headers& headers, std::string_view name) {
  Found found;
  for (std::size_t i = 0; i < headers.size(); ++i) {
    const Headers::Field field = headers[i];
    if (field.name.size() != name.size() || !same_name(field.name, name)) continue;  // most differ in length already
    if (++found.times == 1) found.first = field.value;
  }
  return found;
}

// application/x-www-form-urlencoded: "+" is a space, "%41" a byte. nullopt: a "%" without its two hex digits.
std::optional<std::string> form_decoded(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out += text[i] == '+' ? ' ' : text[i];
      continue;
    }
    const auto byte = from_hex(text.substr(i + 1, 2));
    if (!byte || byte->size() != 1) return std::nullopt;
    out += *byte;
    i += 2;
  }
  return out;
}

}  // namespace

}  // namespace senja::signature
