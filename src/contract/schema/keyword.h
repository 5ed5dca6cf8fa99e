// The keywords of Draft 7, a row each. The files beside this one hold a table for each family.
#pragma once

#include <expected>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "contract/schema/rule.h"

namespace senja::contract::schema {

class Compiler;

// Why a schema cannot be what its author means, and where.
struct Problem {
  Value at;
  std::string text;
};
inline std::unexpected<Problem> wrong(Value at, std::string text) { return std::unexpected(Problem{at, std::move(text)}); }

// One keyword where it stands.
struct Setting {
  Value value;
  Value schema;  // the object around it
  Compiler& compiler;
};
using Made = std::expected<Check, Problem>;

struct Keyword {
  std::string_view name;
  Made (*make)(const Setting&);
  bool asserts = true;  // false: an annotation, or what others refer to; it has no check
};

std::span<const Keyword> number_keywords();
std::span<const Keyword> text_keywords();
std::span<const Keyword> list_keywords();
std::span<const Keyword> object_keywords();
std::span<const Keyword> general_keywords();   // type, enum, const, and rules made of rules
std::span<const Keyword> document_keywords();  // $ref, definitions, annotations

// Values of keywords.
std::expected<std::uint64_t, Problem> count_of(Value value);
std::expected<std::vector<const Rule*>, Problem> rules_of(Value list, Compiler& compiler);  // a list of one or more schemas

}  // namespace senja::contract::schema
