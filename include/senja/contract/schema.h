// JSON Schema, Draft 7 (json-schema.org/draft-07), of one file: compiled once, asked of whole bodies.
//
// Nothing in a schema is passed over in silence: what is no keyword of Draft 7, what the draft would ignore where it
// stands, references to other documents and patterns that RE2 cannot compile are refused when it is read. `pattern` and
// `patternProperties` are RE2's syntax, which takes time linear in the text. Formats: date-time, date and time (RFC 3339)
// are checked, the draft's others are annotations.
#pragma once

#include <expected>
#include <memory>
#include <optional>
#include <string>

#include "senja/contract/json_tree.h"

namespace senja::contract {

// Where a body does not fit, for a Violation.
struct Misfit {
  std::string where;  // a JSON Pointer, or "body" for the whole
  std::string expected, found;
};

// Immutable, shared by all threads.
class Schema {
 public:
  // At most limits::schema_bytes_max of text. The error is a sentence that says where in the schema: "at /properties/a: …".
  static std::expected<Schema, std::string> parse(std::string text);
  Schema(Schema&&) noexcept;
  Schema& operator=(Schema&&) noexcept;
  ~Schema();

  // The first misfit; nothing: the body fits. What it costs is bounded by limits::schema_steps_max: a body that needs more
  // does not fit.
  std::optional<Misfit> misfit(const JsonTree& body) const;

 private:
  struct Compiled;
  explicit Schema(std::unique_ptr<const Compiled> compiled);
  std::unique_ptr<const Compiled> compiled_;
};

}  // namespace senja::contract
