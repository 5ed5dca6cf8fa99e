#include <array>

#include "contract/schema/decimal.h"
#include "contract/schema/judge.h"
#include "contract/schema/keyword.h"

namespace senja::contract::schema {

namespace {

template <class Fits>
Made bound(const Setting& setting, std::string expected, Fits fits);
Made maximum(const Setting& setting);
Made exclusive_maximum(const Setting& setting);
Made minimum(const Setting& setting);
Made exclusive_minimum(const Setting& setting);
Made multiple_of(const Setting& setting);

constexpr std::array<Keyword, 5> table{{{"maximum", maximum},
                                        {"exclusiveMaximum", exclusive_maximum},
                                        {"minimum", minimum},
                                        {"exclusiveMinimum", exclusive_minimum},
                                        {"multipleOf", multiple_of}}};

}  // namespace

std::span<const Keyword> number_keywords() { return table; }

namespace {

Made maximum(const Setting& setting) {
  return bound(setting, "a number of at most ", [](const Decimal& number, const Decimal& most) { return number <= most; });
}
Made exclusive_maximum(const Setting& setting) {
  return bound(setting, "a number below ", [](const Decimal& number, const Decimal& end) { return number < end; });
}
Made minimum(const Setting& setting) {
  return bound(setting, "a number of at least ",
               [](const Decimal& number, const Decimal& least) { return number >= least; });
}
Made exclusive_minimum(const Setting& setting) {
  return bound(setting, "a number above ", [](const Decimal& number, const Decimal& end) { return number > end; });
}

template <class Fits>
Made bound(const Setting& setting, std::string expected, Fits fits) {
  if (!setting.value.is(Kind::number)) return wrong(setting.value, "has to be a number");
  expected += setting.value.text();
  return Check{
      .kinds = only(Kind::number),
      .fits = [limit = decimal(setting.value.text()), expected = std::move(expected), fits](Value value, Judge& judge) {
        return judge.pay_for(value.text()) && (fits(decimal(value.text()), limit) || judge.refuse(value, expected));
      }};
}

Made multiple_of(const Setting& setting) {
  const auto divisor =
      setting.value.is(Kind::number) ? Divisor::of(decimal(setting.value.text())) : std::optional<Divisor>{};
  if (!divisor) return wrong(setting.value, "has to be a number above zero of at most 18 digits");
  return Check{.kinds = only(Kind::number),
               .fits = [divisor = *divisor, expected = "a multiple of " + std::string{setting.value.text()}](Value value,
                                                                                                             Judge& judge) {
                 return judge.pay_for(value.text()) &&
                        (divisor.divides(decimal(value.text())) || judge.refuse(value, expected));
               }};
}

}  // namespace

}  // namespace senja::contract::schema
