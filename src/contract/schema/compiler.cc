#include "contract/schema/compiler.h"

#include <algorithm>
#include <utility>

#include "contract/schema/decimal.h"
#include "contract/schema/judge.h"
#include "senja/model/limits.h"

namespace senja::contract::schema {

namespace {

const Keyword* find_keyword(std::string_view name);
std::optional<Problem> beside_reference(Value schema);

// How many rules judge one value, each inside the one before.
class Chains {
 public:
  bool too_long(const Rule* rule) { return length_from(rule, 1) > limits::schema_chain_max; }

 private:
  std::size_t length_from(const Rule* rule, std::size_t depth);
  std::map<const Rule*, std::size_t> known_;
};

}  // namespace

std::expected<Rules, Problem> Compiler::compile() && {
  rules_.root = rule(document_);
  while (!pending_.empty()) {
    const Known next = pending_.back();
    pending_.pop_back();
    if (auto problem = fill(*next.rule, next.schema)) return std::unexpected{*std::move(problem)};
  }
  if (auto problem = check_chains()) return std::unexpected{*std::move(problem)};
  return std::move(rules_);
}

const Rule* Compiler::rule(Value schema) {
  const auto [known, fresh] = known_.try_emplace(schema.index(), Known{nullptr, schema});
  if (fresh) {
    known->second.rule = &rules_.all.emplace_back();
    pending_.push_back(known->second);
  }
  return known->second.rule;
}

std::optional<Problem> Compiler::fill(Rule& rule, Value schema) {
  if (schema.is(Kind::boolean)) {
    if (!schema.is_true())
      rule.checks.push_back(
          {.fits = [](Value value, Judge& judge) { return judge.refuse(value, "nothing in this place"); }});
    return std::nullopt;
  }
  if (!schema.is(Kind::object)) return Problem{schema, "is no schema: an object, true or false is"};
  if (auto problem = beside_reference(schema)) return problem;
  for (const Value key : schema) {
    if (key.text().starts_with("x-")) continue;
    const Keyword* const keyword = find_keyword(key.text());
    if (!keyword) return Problem{key, "is no keyword of Draft 7, so nothing would be checked by it"};
    auto check = keyword->make({key.value_of_key(), schema, *this});
    if (!check) return std::move(check.error());
    if (check->fits) rule.checks.push_back(*std::move(check));
  }
  return std::nullopt;
}

std::optional<Problem> Compiler::check_chains() const {
  Chains chains;
  for (const auto& [index, known] : known_)
    if (chains.too_long(known.rule))
      return Problem{known.schema, "leads through more than " + std::to_string(limits::schema_chain_max) +
                                       " schemas, or back to itself, without going into the value"};
  return std::nullopt;
}

std::expected<std::uint64_t, Problem> count_of(Value value) {
  const auto count = value.is(Kind::number) ? decimal(value.text()).count() : std::nullopt;
  if (!count) return wrong(value, "has to be a whole number from 0 to 10^18");
  return *count;
}

std::expected<std::vector<const Rule*>, Problem> rules_of(Value list, Compiler& compiler) {
  if (!list.is(Kind::array) || list.size() == 0) return wrong(list, "has to be a list of one or more schemas");
  std::vector<const Rule*> rules;
  rules.reserve(list.size());
  for (const Value each : list) rules.push_back(compiler.rule(each));
  return rules;
}

namespace {

const Keyword* find_keyword(std::string_view name) {
  for (const auto family :
       {number_keywords, text_keywords, list_keywords, object_keywords, general_keywords, document_keywords})
    for (const Keyword& each : family())
      if (each.name == name) return &each;
  return nullptr;
}

// Draft 7, 8.3: what stands beside $ref is ignored.
std::optional<Problem> beside_reference(Value schema) {
  if (!schema.find("$ref")) return std::nullopt;
  for (const Value key : schema) {
    const Keyword* const keyword = find_keyword(key.text());
    if (keyword && keyword->asserts && key.text() != "$ref")
      return Problem{key, "stands beside $ref, where Draft 7 ignores it; put both into an allOf"};
  }
  return std::nullopt;
}

// A rule that is met again while it is being measured leads in a circle: as long as can be. Beyond the limit it does not
// go on, for the chain is too long already.
std::size_t Chains::length_from(const Rule* rule, std::size_t depth) {
  constexpr std::size_t endless = limits::schema_chain_max + 1;
  if (depth > limits::schema_chain_max) return endless;
  if (const auto [known, fresh] = known_.try_emplace(rule, endless); !fresh) return known->second;
  std::size_t longest = 0;
  for (const Check& check : rule->checks)
    for (const Rule* const inner : check.in_place) longest = std::max(longest, length_from(inner, depth + 1));
  return known_[rule] = longest + 1;
}

}  // namespace

}  // namespace senja::contract::schema
