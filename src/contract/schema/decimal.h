// Numbers of JSON, exact at any size: nothing is rounded to a double.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace senja::contract::schema {

// digits × 10^exponent. Digits begin and end with none of 0; zero has none. An exponent beyond ±10^9 counts as that.
struct Decimal {
  bool negative = false;
  std::string digits;
  std::int64_t exponent = 0;

  bool operator==(const Decimal&) const = default;
  std::weak_ordering operator<=>(const Decimal& other) const;

  bool is_integer() const { return exponent >= 0; }
  std::optional<std::uint64_t> count() const;  // a whole number from 0 to 10^18
};

// `spelling` is a number by JSON's grammar.
Decimal decimal(std::string_view spelling);

// What `multipleOf` divides by: above zero, at most 18 digits.
class Divisor {
 public:
  static std::optional<Divisor> of(const Decimal& decimal);
  bool divides(const Decimal& number) const;

 private:
  Divisor(std::uint64_t digits, std::int64_t exponent) : digits_(digits), exponent_(exponent) {}
  std::uint64_t digits_;
  std::int64_t exponent_;
};

}  // namespace senja::contract::schema
