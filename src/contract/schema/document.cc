// What is about the schema itself: references, definitions, annotations.
#include <array>

#include "contract/json_pointer.h"
#include "contract/percent.h"
#include "contract/schema/compiler.h"
#include "contract/schema/judge.h"
#include "contract/schema/keyword.h"
#include "senja/contract/place.h"

namespace senja::contract::schema {

namespace {

Made reference(const Setting& setting);
Made definitions(const Setting& setting);
Made draft(const Setting& setting);
Made id(const Setting& setting);
Made annotation(const Setting&) { return Check{}; }
std::optional<std::vector<std::string>> tokens_of(std::string_view fragment);

constexpr std::array<Keyword, 15> table{{{"$ref", reference},
                                         {"definitions", definitions, false},
                                         {"$defs", definitions, false},
                                         {"$schema", draft, false},
                                         {"$id", id, false},
                                         {"$comment", annotation, false},
                                         {"title", annotation, false},
                                         {"description", annotation, false},
                                         {"default", annotation, false},
                                         {"examples", annotation, false},
                                         {"readOnly", annotation, false},
                                         {"writeOnly", annotation, false},
                                         {"deprecated", annotation, false},
                                         {"contentMediaType", annotation, false},
                                         {"contentEncoding", annotation, false}}};

}  // namespace

std::span<const Keyword> document_keywords() { return table; }

namespace {

// Only within its own document: nothing is ever fetched.
Made reference(const Setting& setting) {
  const std::string_view to = setting.value.text();
  if (!setting.value.is(Kind::text)) return wrong(setting.value, "has to be a text");
  if (!to.starts_with('#')) return wrong(setting.value, "leads out of this file; only \"#/…\" is followed");
  const auto tokens = tokens_of(to.substr(1));
  if (!tokens) return wrong(setting.value, "is no JSON Pointer after its \"#\"");
  const auto target = at_tokens(setting.compiler.document(), *tokens);
  if (!target) return wrong(setting.value, "leads to nothing in this file");
  const Rule* const rule = setting.compiler.rule(*target);
  return Check{.fits = [rule](Value value, Judge& judge) { return judge.fits(*rule, value); }, .in_place = {rule}};
}

// Compiled whether they are referred to or not, so that a mistake in one is seen.
Made definitions(const Setting& setting) {
  if (!setting.value.is(Kind::object)) return wrong(setting.value, "has to be an object of schemas");
  for (const Value key : setting.value) setting.compiler.rule(key.value_of_key());
  return Check{};
}

Made draft(const Setting& setting) {
  for (const std::string_view known :
       {"http://json-schema.org/draft-07/schema#", "http://json-schema.org/draft-07/schema",
        "https://json-schema.org/draft-07/schema#", "https://json-schema.org/draft-07/schema"})
    if (setting.value.text() == known) return Check{};
  return wrong(setting.value, "is another draft: \"http://json-schema.org/draft-07/schema#\" is the one that is read");
}

// Elsewhere it would change what references are relative to.
Made id(const Setting& setting) {
  if (!setting.value.is(Kind::text)) return wrong(setting.value, "has to be a text");
  if (setting.schema.index() != setting.compiler.document().index())
    return wrong(setting.value, "may stand at the top only: references are followed from there");
  return Check{};
}

// RFC 6901, section 6: a pointer as a URI's fragment.
std::optional<std::vector<std::string>> tokens_of(std::string_view fragment) {
  if (fragment.empty()) return std::vector<std::string>{};
  const auto plain = percent_decoded(fragment);
  if (!plain) return std::nullopt;
  auto place = parse_place("json:" + *plain);
  if (!place) return std::nullopt;
  return std::move(place->tokens);
}

}  // namespace

}  // namespace senja::contract::schema
