#include "contract/schema/same.h"

#include <functional>

#include "contract/schema/decimal.h"

namespace senja::contract::schema {

namespace {

bool same_elements(Value a, Value b, Judge& judge);
bool same_members(Value a, Value b, Judge& judge);
std::uint64_t mix(std::uint64_t a, std::uint64_t b);

}  // namespace

bool same(Value a, Value b, Judge& judge) {
  if (!judge.pay(1) || a.kind() != b.kind()) return false;
  switch (a.kind()) {
    case Kind::null:
      return true;
    case Kind::boolean:
      return a.is_true() == b.is_true();
    case Kind::number:
      return judge.pay_for(a.text()) && judge.pay_for(b.text()) && decimal(a.text()) == decimal(b.text());
    case Kind::text:
      return judge.pay_for(a.text()) && a.text() == b.text();
    case Kind::array:
      return a.size() == b.size() && same_elements(a, b, judge);
    case Kind::object:
      return a.size() == b.size() && same_members(a, b, judge);
  }
  return false;
}

std::uint64_t hash(Value value, Judge& judge) {
  constexpr std::hash<std::string_view> of_text;
  if (!judge.pay(1)) return 0;
  const auto kind = static_cast<std::uint64_t>(value.kind());
  switch (value.kind()) {
    case Kind::null:
      return kind;
    case Kind::boolean:
      return mix(kind, value.is_true() ? 1 : 0);
    case Kind::number: {
      if (!judge.pay_for(value.text())) return 0;
      const Decimal number = decimal(value.text());
      return mix(mix(of_text(number.digits), static_cast<std::uint64_t>(number.exponent)), number.negative ? 1 : 0);
    }
    case Kind::text:
      return judge.pay_for(value.text()) ? mix(kind, of_text(value.text())) : 0;
    case Kind::array: {
      std::uint64_t all = kind;
      for (const Value each : value) all = mix(all, hash(each, judge));
      return all;
    }
    case Kind::object: {
      std::uint64_t all = kind;  // a sum: members have no order
      for (const Value key : value) all += mix(hash(key, judge), hash(key.value_of_key(), judge));
      return all;
    }
  }
  return 0;
}

namespace {

bool same_elements(Value a, Value b, Judge& judge) {
  auto other = b.begin();
  for (const Value each : a) {
    if (!same(each, *other, judge)) return false;
    ++other;
  }
  return true;
}

// Mostly both were written in the same order; where not, each key is looked for.
bool same_members(Value a, Value b, Judge& judge) {
  auto other = b.begin();
  for (const Value key : a) {
    std::optional<Value> found;
    if (judge.pay_for(key.text()) && (*other).text() == key.text())
      found = (*other).value_of_key();
    else if (judge.pay(b.size()))
      found = b.find(key.text());
    if (!found || !same(key.value_of_key(), *found, judge)) return false;
    ++other;
  }
  return true;
}

std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
  constexpr std::uint64_t odd = 0x9E3779B97F4A7C15;
  return (a ^ (b + odd + (a << 6U) + (a >> 2U))) * odd;
}

}  // namespace

}  // namespace senja::contract::schema
