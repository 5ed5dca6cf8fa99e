#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>
#include <utility>

#include "contract/schema/compiler.h"
#include "contract/schema/decimal.h"
#include "contract/schema/judge.h"
#include "contract/schema/keyword.h"
#include "contract/schema/same.h"
#include "contract/values.h"

namespace senja::contract::schema {

namespace {

Made type(const Setting& setting);
Made one_of_values(const Setting& setting);
Made constant(const Setting& setting);
Made all_of(const Setting& setting);
Made any_of(const Setting& setting);
Made one_of(const Setting& setting);
Made negation(const Setting& setting);
Made condition(const Setting& setting);
Made branch(const Setting& setting);

constexpr std::array<Keyword, 10> table{{{"type", type},
                                         {"enum", one_of_values},
                                         {"const", constant},
                                         {"allOf", all_of},
                                         {"anyOf", any_of},
                                         {"oneOf", one_of},
                                         {"not", negation},
                                         {"if", condition},
                                         {"then", branch},
                                         {"else", branch}}};

struct Type {
  std::string_view name;
  Kinds kinds;
  std::string_view expected;
};
constexpr std::array<Type, 7> types{{{"null", only(Kind::null), "null"},
                                     {"boolean", only(Kind::boolean), "a boolean"},
                                     {"integer", only(Kind::number), "an integer"},
                                     {"number", only(Kind::number), "a number"},
                                     {"string", only(Kind::text), "a text"},
                                     {"array", only(Kind::array), "an array"},
                                     {"object", only(Kind::object), "an object"}}};
std::string shown(Value value);
Check equal_to_one(std::vector<Value> values, std::string expected);

}  // namespace

std::span<const Keyword> general_keywords() { return table; }

namespace {

// One name or a list of them. 1.0 is an integer, too (Draft 6 and later).
Made type(const Setting& setting) {
  Kinds kinds = 0;
  bool any_number = false;
  std::string expected;
  const auto take = [&](Value name) {
    const auto known = std::ranges::find(types, name.text(), &Type::name);
    if (!name.is(Kind::text) || known == types.end()) return false;
    kinds |= known->kinds;
    any_number = any_number || known->name == "number";
    expected.append(expected.empty() ? "" : " or ").append(known->expected);
    return true;
  };
  if (setting.value.is(Kind::array)) {
    for (const Value each : setting.value)
      if (!take(each)) return wrong(each, "is no type: null, boolean, integer, number, string, array or object is");
  } else if (!take(setting.value)) {
    return wrong(setting.value, "is no type: null, boolean, integer, number, string, array or object is");
  }
  if (kinds == 0) return wrong(setting.value, "names no type");
  return Check{.fits = [kinds, any_number, expected = std::move(expected)](Value value, Judge& judge) {
    bool fits = (kinds & only(value.kind())) != 0;
    if (fits && !any_number && value.is(Kind::number))
      fits = judge.pay_for(value.text()) && decimal(value.text()).is_integer();
    return fits || judge.refuse(value, expected);
  }};
}

Made one_of_values(const Setting& setting) {
  constexpr std::size_t shown_max = 8;
  if (!setting.value.is(Kind::array) || setting.value.size() == 0)
    return wrong(setting.value, "has to be a list of one or more values");
  std::vector<Value> values;
  values.reserve(setting.value.size());
  std::string expected = "one of ";
  for (const Value each : setting.value) {
    if (!values.empty() && values.size() < shown_max) expected += ", ";
    if (values.size() < shown_max) expected += shown(each);
    values.push_back(each);
  }
  if (values.size() > shown_max) expected += " and " + std::to_string(values.size() - shown_max) + " more";
  return equal_to_one(std::move(values), std::move(expected));
}

Made constant(const Setting& setting) { return equal_to_one({setting.value}, shown(setting.value)); }

Made all_of(const Setting& setting) {
  auto rules = rules_of(setting.value, setting.compiler);
  if (!rules) return std::unexpected{std::move(rules.error())};
  return Check{.fits =
                   [rules = *rules](Value value, Judge& judge) {
                     return std::ranges::all_of(rules, [&](const Rule* rule) { return judge.fits(*rule, value); });
                   },
               .in_place = *rules};
}

Made any_of(const Setting& setting) {
  auto rules = rules_of(setting.value, setting.compiler);
  if (!rules) return std::unexpected{std::move(rules.error())};
  std::string expected = "a value that fits one of the " + std::to_string(rules->size()) + " schemas of anyOf";
  return Check{.fits =
                   [rules = *rules, expected = std::move(expected)](Value value, Judge& judge) {
                     return std::ranges::any_of(rules, [&](const Rule* rule) { return judge.tries(*rule, value); }) ||
                            judge.refuse(value, expected);
                   },
               .in_place = *rules};
}

Made one_of(const Setting& setting) {
  auto rules = rules_of(setting.value, setting.compiler);
  if (!rules) return std::unexpected{std::move(rules.error())};
  std::string expected = "a value that fits exactly one of the " + std::to_string(rules->size()) + " schemas of oneOf";
  return Check{.fits =
                   [rules = *rules, expected = std::move(expected)](Value value, Judge& judge) {
                     std::size_t fitting = 0;
                     for (const Rule* const rule : rules)
                       if (fitting < 2 && judge.tries(*rule, value)) ++fitting;
                     return fitting == 1 || judge.refuse(value, expected);
                   },
               .in_place = *rules};
}

Made negation(const Setting& setting) {
  const Rule* const rule = setting.compiler.rule(setting.value);
  return Check{.fits =
                   [rule](Value value, Judge& judge) {
                     return !judge.tries(*rule, value) ||
                            judge.refuse(value, "a value that does not fit the schema of `not`");
                   },
               .in_place = {rule}};
}

Made condition(const Setting& setting) {
  const Rule* const when = setting.compiler.rule(setting.value);
  std::vector<const Rule*> in_place{when};
  const auto branch_of = [&](std::string_view name) -> const Rule* {
    const auto schema = setting.schema.find(name);
    return schema ? in_place.emplace_back(setting.compiler.rule(*schema)) : nullptr;
  };
  const Rule* const then = branch_of("then");
  const Rule* const otherwise = branch_of("else");
  return Check{.fits =
                   [when, then, otherwise](Value value, Judge& judge) {
                     const Rule* const branch = judge.tries(*when, value) ? then : otherwise;
                     return !branch || judge.fits(*branch, value);
                   },
               .in_place = std::move(in_place)};
}

// `if` has taken it along.
Made branch(const Setting& setting) {
  if (setting.schema.find("if")) return Check{};
  return wrong(setting.value, "is ignored by Draft 7 where there is no `if`");
}

Check equal_to_one(std::vector<Value> values, std::string expected) {
  // The schema's own values are hashed at load, at no body's cost.
  Judge loading{values.front()};
  std::unordered_multimap<std::uint64_t, Value> by_hash;
  Kinds kinds = 0;
  for (const Value each : values) {
    by_hash.emplace(hash(each, loading), each);
    kinds |= only(each.kind());
  }
  return {.fits = [by_hash = std::move(by_hash), kinds, expected = std::move(expected)](Value value, Judge& judge) {
    if ((kinds & only(value.kind())) != 0) {
      const auto [first, last] = by_hash.equal_range(hash(value, judge));
      if (std::any_of(first, last, [&](const auto& each) { return same(value, each.second, judge); })) return true;
    }
    return judge.refuse(value, expected);
  }};
}

std::string shown(Value value) {
  const std::string text = excerpt(value.text());
  return value.is(Kind::text) ? "\"" + text + "\"" : text;
}

}  // namespace

}  // namespace senja::contract::schema
