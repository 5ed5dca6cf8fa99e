#include <algorithm>
#include <array>
#include <utility>

#include "contract/schema/compiler.h"
#include "contract/schema/judge.h"
#include "contract/schema/keyword.h"
#include "contract/schema/same.h"

namespace senja::contract::schema {

namespace {

Made items(const Setting& setting);
Made additional_items(const Setting& setting);
Made max_items(const Setting& setting);
Made min_items(const Setting& setting);
Made unique_items(const Setting& setting);
Made contains(const Setting& setting);
bool all_differ(Value list, Judge& judge);

constexpr std::array<Keyword, 6> table{{{"items", items},
                                        {"additionalItems", additional_items},
                                        {"maxItems", max_items},
                                        {"minItems", min_items},
                                        {"uniqueItems", unique_items},
                                        {"contains", contains}}};

}  // namespace

std::span<const Keyword> list_keywords() { return table; }

namespace {

// One schema for every element, or a list with one for each place.
Made items(const Setting& setting) {
  if (!setting.value.is(Kind::array)) {
    const Rule* const rule = setting.compiler.rule(setting.value);
    return Check{.kinds = only(Kind::array), .fits = [rule](Value list, Judge& judge) {
                   for (const Value each : list)
                     if (!judge.fits(*rule, each)) return false;
                   return true;
                 }};
  }
  auto rules = rules_of(setting.value, setting.compiler);
  if (!rules) return std::unexpected{rules.error()};
  return Check{.kinds = only(Kind::array), .fits = [rules = *std::move(rules)](Value list, Judge& judge) {
                 auto rule = rules.begin();
                 for (const Value each : list) {
                   if (rule == rules.end()) break;
                   if (!judge.fits(**rule, each)) return false;
                   ++rule;
                 }
                 return true;
               }};
}

Made additional_items(const Setting& setting) {
  const auto list = setting.schema.find("items");
  if (!list || !list->is(Kind::array))
    return wrong(setting.value, "is ignored by Draft 7 where `items` is no list; leave it out");
  const Rule* const rule = setting.compiler.rule(setting.value);
  return Check{.kinds = only(Kind::array), .fits = [rule, first = list->size()](Value list, Judge& judge) {
                 std::size_t index = 0;
                 for (const Value each : list) {
                   if (index >= first && !judge.fits(*rule, each)) return false;
                   ++index;
                 }
                 return true;
               }};
}

Made max_items(const Setting& setting) {
  const auto most = count_of(setting.value);
  if (!most) return std::unexpected{most.error()};
  return Check{.kinds = only(Kind::array),
               .fits = [most = *most, expected = "a list of at most " + std::to_string(*most)](Value list, Judge& judge) {
                 return list.size() <= most || judge.refuse(list, expected);
               }};
}

Made min_items(const Setting& setting) {
  const auto least = count_of(setting.value);
  if (!least) return std::unexpected{least.error()};
  return Check{.kinds = only(Kind::array),
               .fits = [least = *least, expected = "a list of at least " + std::to_string(*least)](
                           Value list, Judge& judge) { return list.size() >= least || judge.refuse(list, expected); }};
}

Made unique_items(const Setting& setting) {
  if (!setting.value.is(Kind::boolean)) return wrong(setting.value, "has to be true or false");
  if (!setting.value.is_true()) return Check{};
  return Check{.kinds = only(Kind::array), .fits = all_differ};
}

Made contains(const Setting& setting) {
  const Rule* const rule = setting.compiler.rule(setting.value);
  return Check{.kinds = only(Kind::array), .fits = [rule](Value list, Judge& judge) {
                 for (const Value each : list)
                   if (judge.tries(*rule, each)) return true;
                 return judge.refuse(list, "a list with an element that fits the schema of `contains`");
               }};
}

// Only elements of equal hash are compared: a long list costs hardly more than its length.
bool all_differ(Value list, Judge& judge) {
  std::vector<std::pair<std::uint64_t, Value>> elements;
  elements.reserve(list.size());
  for (const Value each : list) elements.emplace_back(hash(each, judge), each);
  std::ranges::sort(elements, [](const auto& one, const auto& other) {
    return std::pair{one.first, one.second.index()} < std::pair{other.first, other.second.index()};
  });
  for (auto one = elements.begin(); one != elements.end(); ++one)
    for (auto other = std::next(one); other != elements.end() && other->first == one->first; ++other)
      if (!judge.pay(1) || same(one->second, other->second, judge))
        return judge.refuse(other->second, "an element that does not stand in its list before");
  return true;
}

}  // namespace

}  // namespace senja::contract::schema
