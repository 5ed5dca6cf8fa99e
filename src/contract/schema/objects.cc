#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "contract/schema/compiler.h"
#include "contract/schema/judge.h"
#include "contract/schema/keyword.h"
#include "contract/schema/pattern.h"

namespace senja::contract::schema {

namespace {

Made properties(const Setting& setting);
Made pattern_properties(const Setting& setting);
Made additional_properties(const Setting& setting);
Made property_names(const Setting& setting);
Made required(const Setting& setting);
Made dependencies(const Setting& setting);
Made max_properties(const Setting& setting);
Made min_properties(const Setting& setting);

using Names = std::set<std::string, std::less<>>;
std::expected<Names, Problem> names_of(Value list);
std::expected<std::vector<Pattern>, Problem> patterns_of(Value table);
bool has_all(Value object, const Names& names, Judge& judge);

constexpr std::array<Keyword, 8> table{{{"properties", properties},
                                        {"patternProperties", pattern_properties},
                                        {"additionalProperties", additional_properties},
                                        {"propertyNames", property_names},
                                        {"required", required},
                                        {"dependencies", dependencies},
                                        {"maxProperties", max_properties},
                                        {"minProperties", min_properties}}};

}  // namespace

std::span<const Keyword> object_keywords() { return table; }

namespace {

Made properties(const Setting& setting) {
  if (!setting.value.is(Kind::object)) return wrong(setting.value, "has to be an object of schemas");
  std::map<std::string, const Rule*, std::less<>> rules;
  for (const Value key : setting.value) rules.emplace(key.text(), setting.compiler.rule(key.value_of_key()));
  return Check{.kinds = only(Kind::object), .fits = [rules = std::move(rules)](Value object, Judge& judge) {
                 for (const Value key : object) {
                   if (!judge.pay_for(key.text())) return false;
                   const auto rule = rules.find(key.text());
                   if (rule != rules.end() && !judge.fits(*rule->second, key.value_of_key())) return false;
                 }
                 return true;
               }};
}

// A member is judged by every pattern that its key has.
Made pattern_properties(const Setting& setting) {
  auto patterns = patterns_of(setting.value);
  if (!patterns) return std::unexpected{std::move(patterns.error())};
  std::vector<std::pair<Pattern, const Rule*>> rules;
  rules.reserve(patterns->size());
  auto pattern = patterns->begin();
  for (const Value key : setting.value) rules.emplace_back(*pattern++, setting.compiler.rule(key.value_of_key()));
  return Check{.kinds = only(Kind::object), .fits = [rules = std::move(rules)](Value object, Judge& judge) {
                 for (const Value key : object)
                   for (const auto& [pattern, rule] : rules)
                     if (pattern.is_in(key.text(), judge) && !judge.fits(*rule, key.value_of_key())) return false;
                 return true;
               }};
}

// For members that neither `properties` names nor a pattern has.
Made additional_properties(const Setting& setting) {
  Names names;
  if (const auto named = setting.schema.find("properties"))
    for (const Value key : *named) names.emplace(key.text());
  std::vector<Pattern> patterns;
  if (const auto patterned = setting.schema.find("patternProperties")) {
    auto compiled = patterns_of(*patterned);
    if (!compiled) return std::unexpected{std::move(compiled.error())};
    patterns = *std::move(compiled);
  }
  const Rule* const rule = setting.compiler.rule(setting.value);
  return Check{.kinds = only(Kind::object),
               .fits = [names = std::move(names), patterns = std::move(patterns), rule](Value object, Judge& judge) {
                 for (const Value key : object) {
                   if (!judge.pay_for(key.text())) return false;
                   const bool known = names.contains(key.text()) || std::ranges::any_of(patterns, [&](const Pattern& each) {
                                        return each.is_in(key.text(), judge);
                                      });
                   if (!known && !judge.fits(*rule, key.value_of_key())) return false;
                 }
                 return true;
               }};
}

Made property_names(const Setting& setting) {
  const Rule* const rule = setting.compiler.rule(setting.value);
  return Check{.kinds = only(Kind::object), .fits = [rule](Value object, Judge& judge) {
                 for (const Value key : object)
                   if (!judge.fits(*rule, key)) return false;
                 return true;
               }};
}

Made required(const Setting& setting) {
  auto names = names_of(setting.value);
  if (!names) return std::unexpected{std::move(names.error())};
  return Check{.kinds = only(Kind::object),
               .fits = [names = *std::move(names)](Value object, Judge& judge) { return has_all(object, names, judge); }};
}

// A property that is there wants others beside it, or the whole object to fit a schema.
Made dependencies(const Setting& setting) {
  if (!setting.value.is(Kind::object)) return wrong(setting.value, "has to be an object of schemas, or of lists of names");
  struct Wants {
    Names names;
    const Rule* rule = nullptr;
  };
  std::map<std::string, Wants, std::less<>> wants;
  std::vector<const Rule*> in_place;
  for (const Value key : setting.value) {
    const Value wanted = key.value_of_key();
    if (wanted.is(Kind::array)) {
      auto names = names_of(wanted);
      if (!names) return std::unexpected{std::move(names.error())};
      wants.emplace(key.text(), Wants{.names = *std::move(names)});
    } else {
      in_place.push_back(setting.compiler.rule(wanted));
      wants.emplace(key.text(), Wants{.names = {}, .rule = in_place.back()});
    }
  }
  return Check{.kinds = only(Kind::object),
               .fits =
                   [wants = std::move(wants)](Value object, Judge& judge) {
                     for (const Value key : object) {
                       if (!judge.pay_for(key.text())) return false;
                       const auto wanted = wants.find(key.text());
                       if (wanted == wants.end()) continue;
                       if (!has_all(object, wanted->second.names, judge)) return false;
                       if (wanted->second.rule && !judge.fits(*wanted->second.rule, object)) return false;
                     }
                     return true;
                   },
               .in_place = std::move(in_place)};
}

Made max_properties(const Setting& setting) {
  const auto most = count_of(setting.value);
  if (!most) return std::unexpected{most.error()};
  return Check{.kinds = only(Kind::object),
               .fits = [most = *most, expected = "an object of at most " + std::to_string(*most) + " properties"](
                           Value object, Judge& judge) { return object.size() <= most || judge.refuse(object, expected); }};
}

Made min_properties(const Setting& setting) {
  const auto least = count_of(setting.value);
  if (!least) return std::unexpected{least.error()};
  return Check{.kinds = only(Kind::object),
               .fits = [least = *least, expected = "an object of at least " + std::to_string(*least) + " properties"](
                           Value object, Judge& judge) { return object.size() >= least || judge.refuse(object, expected); }};
}

std::expected<Names, Problem> names_of(Value list) {
  if (!list.is(Kind::array)) return wrong(list, "has to be a list of names");
  Names names;
  for (const Value each : list) {
    if (!each.is(Kind::text)) return wrong(each, "has to be a text");
    names.emplace(each.text());
  }
  return names;
}

std::expected<std::vector<Pattern>, Problem> patterns_of(Value table) {
  if (!table.is(Kind::object)) return wrong(table, "has to be an object of schemas, named by patterns");
  std::vector<Pattern> patterns;
  patterns.reserve(table.size());
  for (const Value key : table) {
    auto compiled = Pattern::compile(key.text());
    if (!compiled) return wrong(key, std::move(compiled.error()));
    patterns.push_back(*std::move(compiled));
  }
  return patterns;
}

// Keys stand once each, so it is enough to count those that are wanted.
bool has_all(Value object, const Names& names, Judge& judge) {
  std::size_t there = 0;
  if (!judge.pay(object.size())) return false;
  for (const Value key : object) there += names.count(key.text());
  if (there == names.size()) return true;
  const auto missing = std::ranges::find_if(names, [&](const std::string& name) { return !object.find(name); });
  return judge.refuse_missing(object, *missing);
}

}  // namespace

}  // namespace senja::contract::schema
