// A scheme is data: where the signature stands, what it covers, how it is made. One engine reads all rows.
// The grammar's ten fields; a provider is a row of text (catalogue.h), compiled once at load into this form.
#pragma once

#include <chrono>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "senja/model/time.h"

namespace senja::signature {

// Where a text is taken from: `header:NAME`, `query:NAME`, `form:NAME`, `json:/pointer`.
struct Place {
  enum class Kind : std::uint8_t { header, query, form, json } kind = Kind::header;
  std::string name;
  bool operator==(const Place&) const = default;
};

enum class Algorithm : std::uint8_t { none, hmac_sha1, hmac_sha256, hmac_sha512 };
enum class Encoding : std::uint8_t { hex, hex_any_case, base64 };
enum class KeyForm : std::uint8_t { utf8, base64, hex, whsec };
enum class Unit : std::uint8_t { s, ms };

// One piece of the signed bytes: a literal, or a value of the request. `url` is "https://", the Host header and the target.
struct Piece {
  enum class Kind : std::uint8_t { literal, body, timestamp, id, method, path, url, place } kind = Kind::literal;
  std::string text;       // literal
  Place place;            // place
  bool optional = false;  // missing counts as empty instead of making the request invalid
};

// The shape of one item in a signature header: literal text around `{sig}` or `{timestamp}`.
struct ItemShape {
  std::string before, after;
  enum class Holds : std::uint8_t { signature, timestamp } holds = Holds::signature;
};

struct TimeRule {
  std::vector<Place> from;  // empty: an item of the signature itself
  Unit unit = Unit::s;
  std::optional<std::chrono::seconds> past, future;  // tolerances; absent: not judged on that side
};

// Where places have alternatives, the first signature that is there counts, and the n-th signature goes with the n-th
// timestamp and the n-th id, so that families of headers do not mix. A single timestamp or id goes with every signature.
struct Scheme {
  std::string name;
  std::vector<Place> signature;  // empty only under Algorithm::none
  std::string split;             // between items; empty: the whole value is one item
  std::vector<ItemShape> items;
  std::vector<Piece> signed_bytes;
  Algorithm algorithm = Algorithm::hmac_sha256;
  Encoding encoding = Encoding::hex;
  KeyForm key = KeyForm::utf8;
  std::optional<TimeRule> time;
  std::vector<Place> id;    // empty: none. A json place is for the contract to read, not for the engine
  bool repeatable = false;  // the signature header may be sent more than once

  bool covers_time() const;  // the timestamp is part of the signed bytes
};

// A row of the catalogue or of a user's config: the ten fields as text. Absent ones have the grammar's defaults.
struct SchemeRow {
  std::string name{}, sig{}, split{};
  std::vector<std::string> item{};
  std::string signed_text = "{body}";
  std::string alg = "hmac-sha256", enc = "hex", key = "utf8";
  std::string time_from{}, time_unit = "s";
  std::optional<std::int64_t> time_past{}, time_future{};  // seconds
  std::string id = "none";
  bool repeatable = false;
  std::string challenge = "none";
};

// What is wrong with a row, and in which of the grammar's fields: "sig", "time.unit", …
struct SchemeError {
  std::string field, problem;
};

// This version knows `none` and the HMACs, and reads nothing of a body as JSON before the body is verified: `json:` is for
// `id` alone.
std::expected<Scheme, SchemeError> compile(const SchemeRow& row);

}  // namespace senja::signature
