#include <array>
#include <utility>

#include "senja/model/limits.h"
#include "senja/signature/scheme.h"
#include "signature/grammar.h"

namespace senja::signature {

namespace {

// Each reads one field into the scheme, or says what is wrong with it. In this order: later ones look at earlier ones.
using Step = std::expected<void, SchemeError> (*)(const SchemeRow&, Scheme&);
std::expected<void, SchemeError> read_words(const SchemeRow& row, Scheme& scheme);
std::expected<void, SchemeError> read_signature(const SchemeRow& row, Scheme& scheme);
std::expected<void, SchemeError> read_items(const SchemeRow& row, Scheme& scheme);
std::expected<void, SchemeError> read_time(const SchemeRow& row, Scheme& scheme);
std::expected<void, SchemeError> read_id(const SchemeRow& row, Scheme& scheme);
std::expected<void, SchemeError> read_signed(const SchemeRow& row, Scheme& scheme);

std::unexpected<SchemeError> problem(std::string field, std::string text);

}  // namespace

std::expected<Scheme, SchemeError> compile(const SchemeRow& row) {
  constexpr std::array<Step, 6> steps{read_words, read_signature, read_items, read_time, read_id, read_signed};
  Scheme scheme;
  for (const Step step : steps)
    if (const auto done = step(row, scheme); !done) return std::unexpected(done.error());
  return scheme;
}

bool Scheme::covers_time() const {
  for (const Piece& piece : signed_bytes)
    if (piece.kind == Piece::Kind::timestamp) return true;
  return false;
}

namespace {

template <class Value>
struct Word {
  std::string_view text;
  Value value;
};

constexpr std::array<Word<Algorithm>, 4> algorithms{{{"none", Algorithm::none},
                                                     {"hmac-sha1", Algorithm::hmac_sha1},
                                                     {"hmac-sha256", Algorithm::hmac_sha256},
                                                     {"hmac-sha512", Algorithm::hmac_sha512}}};
constexpr std::array<Word<Encoding>, 3> encodings{
    {{"hex", Encoding::hex}, {"hexi", Encoding::hex_any_case}, {"base64", Encoding::base64}}};
constexpr std::array<Word<KeyForm>, 4> key_forms{
    {{"utf8", KeyForm::utf8}, {"base64", KeyForm::base64}, {"hex", KeyForm::hex}, {"whsec", KeyForm::whsec}}};
constexpr std::array<Word<Unit>, 2> units{{{"s", Unit::s}, {"ms", Unit::ms}}};

template <class Words, class Value>
std::expected<void, SchemeError> read_word(const Words& words, std::string field, const std::string& text, Value& value) {
  std::string known;
  for (const auto& word : words) {
    if (word.text == text) {
      value = word.value;
      return {};
    }
    known.append(known.empty() ? "" : ", ").append(word.text);
  }
  return problem(std::move(field), '"' + text + "\" is not supported: expected one of " + known);
}

std::expected<void, SchemeError> read_words(const SchemeRow& row, Scheme& scheme) {
  if (row.name.empty()) return problem("name", "is missing");
  scheme.name = row.name;
  if (const auto read = read_word(algorithms, "alg", row.alg, scheme.algorithm); !read) return read;
  if (const auto read = read_word(encodings, "enc", row.enc, scheme.encoding); !read) return read;
  if (const auto read = read_word(key_forms, "key", row.key, scheme.key); !read) return read;
  if (row.challenge != "none") return problem("challenge", '"' + row.challenge + "\" is not supported: expected none");
  return {};
}

std::expected<void, SchemeError> read_signature(const SchemeRow& row, Scheme& scheme) {
  if (scheme.algorithm == Algorithm::none) {
    if (!row.sig.empty()) return problem("sig", "means nothing beside alg none");
    if (!row.time_from.empty()) return problem("time.from", "means nothing beside alg none: nothing signs the timestamp");
    return {};
  }
  if (row.sig.empty()) return problem("sig", "is missing");
  auto places = parse_places(row.sig);
  if (!places) return problem("sig", places.error());
  for (const Place& place : *places) {
    if (place.kind == Place::Kind::json)
      return problem("sig", "json: is not supported: the body is verified before it is read");
    if (row.repeatable && place.kind != Place::Kind::header) return problem("sig", "only a header may be repeatable");
  }
  scheme.signature = *std::move(places);
  scheme.repeatable = row.repeatable;
  return {};
}

std::expected<void, SchemeError> read_items(const SchemeRow& row, Scheme& scheme) {
  scheme.split = row.split;
  bool has_signature = row.item.empty();
  if (row.item.empty()) scheme.items.push_back({});
  for (const std::string& text : row.item) {
    auto shape = parse_item(text);
    if (!shape) return problem("item", shape.error());
    if (!row.split.empty() && (shape->before.contains(row.split) || shape->after.contains(row.split)))
      return problem("item", '"' + text + "\" holds the text that splits items");
    has_signature |= shape->holds == ItemShape::Holds::signature;
    scheme.items.push_back(*std::move(shape));
  }
  if (!has_signature) return problem("item", "no item holds {sig}");
  return {};
}

std::expected<void, SchemeError> read_tolerance(const char* field, const std::optional<std::int64_t>& seconds,
                                                std::optional<std::chrono::seconds>& out) {
  if (!seconds) return {};
  if (*seconds < 0 || *seconds > std::chrono::floor<std::chrono::seconds>(limits::config_time_max).count())
    return problem(field, "is not between 0 seconds and a year");
  out = std::chrono::seconds{*seconds};
  return {};
}

// Alternatives that go with the signature's, one by one.
std::expected<std::vector<Place>, SchemeError> read_companions(const char* field, const std::string& text,
                                                               const Scheme& scheme) {
  auto places = parse_places(text);
  if (!places) return problem(field, places.error());
  if (places->size() > 1 && places->size() != scheme.signature.size())
    return problem(field, "has alternatives, but not as many as sig");
  return *std::move(places);
}

std::expected<void, SchemeError> read_time(const SchemeRow& row, Scheme& scheme) {
  bool in_items = false;
  for (const ItemShape& shape : scheme.items) in_items |= shape.holds == ItemShape::Holds::timestamp;
  if (row.time_from.empty()) {
    if (row.time_past || row.time_future) return problem("time.from", "is missing beside time.past or time.future");
    if (in_items) return problem("time.from", "is missing: an item holds {timestamp}, so it is \"sig\"");
    return {};
  }
  if (in_items != (row.time_from == "sig"))
    return problem("time.from", "must be \"sig\" where an item holds {timestamp}, and only there");

  TimeRule rule;
  if (!in_items) {
    auto places = read_companions("time.from", row.time_from, scheme);
    if (!places) return std::unexpected(places.error());
    for (const Place& place : *places)
      if (place.kind == Place::Kind::json)
        return problem("time.from", "json: is not supported: the body is verified before it is read");
    rule.from = *std::move(places);
  }
  if (const auto read = read_word(units, "time.unit", row.time_unit, rule.unit); !read) return read;
  if (const auto read = read_tolerance("time.past", row.time_past, rule.past); !read) return read;
  if (const auto read = read_tolerance("time.future", row.time_future, rule.future); !read) return read;
  scheme.time = std::move(rule);
  return {};
}

std::expected<void, SchemeError> read_id(const SchemeRow& row, Scheme& scheme) {
  if (row.id == "none" || row.id.empty()) return {};
  auto places = read_companions("id", row.id, scheme);
  if (!places) return std::unexpected(places.error());
  scheme.id = *std::move(places);
  return {};
}

std::expected<void, SchemeError> read_signed(const SchemeRow& row, Scheme& scheme) {
  auto pieces = parse_template(row.signed_text);
  if (!pieces) return problem("signed", pieces.error());
  bool covers_anything = false;
  for (const Piece& piece : *pieces) {
    covers_anything |= piece.kind != Piece::Kind::literal;
    if (piece.kind == Piece::Kind::timestamp && !scheme.time)
      return problem("signed", "holds {timestamp}, but there is no time.from");
    if (piece.kind != Piece::Kind::id) continue;
    if (scheme.id.empty()) return problem("signed", "holds {id}, but there is no id");
    for (const Place& place : scheme.id)
      if (place.kind == Place::Kind::json)
        return problem("signed", "holds {id}, but the id stands in the body, which is read later");
  }
  if (!covers_anything) return problem("signed", "covers nothing of the request");
  scheme.signed_bytes = *std::move(pieces);
  return {};
}

std::unexpected<SchemeError> problem(std::string field, std::string text) {
  return std::unexpected(SchemeError{std::move(field), std::move(text)});
}

}  // namespace

}  // namespace senja::signature
