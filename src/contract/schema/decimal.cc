#include "contract/schema/decimal.h"

#include <algorithm>
#include <charconv>

namespace senja::contract::schema {

namespace {

constexpr std::int64_t exponent_max = 1'000'000'000;
constexpr std::size_t exact_digits_max = 18;  // so that ten times as much fits a uint64_t

std::int64_t read_exponent(std::string_view text);
std::weak_ordering by_size(const Decimal& a, const Decimal& b);
std::uint64_t power_of_ten(std::uint64_t exponent, std::uint64_t modulus);
std::uint64_t times(std::uint64_t a, std::uint64_t b, std::uint64_t modulus);

}  // namespace

Decimal decimal(std::string_view spelling) {
  Decimal number;
  number.negative = spelling.starts_with('-');
  if (number.negative) spelling.remove_prefix(1);
  if (const auto e = spelling.find_first_of("eE"); e != std::string_view::npos) {
    number.exponent = read_exponent(spelling.substr(e + 1));
    spelling = spelling.substr(0, e);
  }
  const auto point = spelling.find('.');
  number.digits = spelling.substr(0, point);
  if (point != std::string_view::npos) {
    number.digits += spelling.substr(point + 1);
    number.exponent -= static_cast<std::int64_t>(spelling.size() - point - 1);
  }
  const auto last = number.digits.find_last_not_of('0');
  if (last == std::string::npos) return {};  // -0 is 0
  number.exponent += static_cast<std::int64_t>(number.digits.size() - last - 1);
  number.digits.resize(last + 1);
  number.digits.erase(0, number.digits.find_first_not_of('0'));
  return number;
}

std::weak_ordering Decimal::operator<=>(const Decimal& other) const {
  const auto sign = [](const Decimal& each) { return each.digits.empty() ? 0 : each.negative ? -1 : 1; };
  if (sign(*this) != sign(other)) return sign(*this) <=> sign(other);
  return negative ? by_size(other, *this) : by_size(*this, other);
}

std::optional<std::uint64_t> Decimal::count() const {
  if (digits.empty()) return 0;
  if (negative || exponent < 0 || exponent > static_cast<std::int64_t>(exact_digits_max) ||
      digits.size() + static_cast<std::size_t>(exponent) > exact_digits_max)
    return std::nullopt;
  const std::string whole = digits + std::string(static_cast<std::size_t>(exponent), '0');
  std::uint64_t value = 0;
  std::from_chars(whole.data(), whole.data() + whole.size(), value);
  return value;
}

std::optional<Divisor> Divisor::of(const Decimal& decimal) {
  if (decimal.negative || decimal.digits.empty() || decimal.digits.size() > exact_digits_max) return std::nullopt;
  std::uint64_t digits = 0;
  std::from_chars(decimal.digits.data(), decimal.digits.data() + decimal.digits.size(), digits);
  return Divisor{digits, decimal.exponent};
}

// digits × 10^shift has to be a multiple of the divisor's digits. A negative shift would want zeros at the end, and
// there are none.
bool Divisor::divides(const Decimal& number) const {
  if (number.digits.empty()) return true;
  const std::int64_t shift = number.exponent - exponent_;
  if (shift < 0) return false;
  std::uint64_t rest = 0;
  for (const char digit : number.digits) rest = (rest * 10 + static_cast<std::uint64_t>(digit - '0')) % digits_;
  return times(rest, power_of_ten(static_cast<std::uint64_t>(shift), digits_), digits_) == 0;
}

namespace {

std::int64_t read_exponent(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  std::int64_t exponent = 0;
  if (std::from_chars(text.data(), text.data() + text.size(), exponent).ec != std::errc{}) exponent = exponent_max;
  exponent = std::min(exponent, exponent_max);
  return negative ? -exponent : exponent;
}

std::weak_ordering by_size(const Decimal& a, const Decimal& b) {
  const auto places = [](const Decimal& each) { return static_cast<std::int64_t>(each.digits.size()) + each.exponent; };
  if (const auto order = places(a) <=> places(b); order != 0) return order;
  return a.digits <=> b.digits;  // as fractions: the shorter one ends in zeros
}

std::uint64_t power_of_ten(std::uint64_t exponent, std::uint64_t modulus) {
  std::uint64_t result = 1 % modulus, base = 10 % modulus;
  for (; exponent > 0; exponent /= 2, base = times(base, base, modulus))
    if (exponent % 2 == 1) result = times(result, base, modulus);
  return result;
}

std::uint64_t times(std::uint64_t a, std::uint64_t b, std::uint64_t modulus) {
  using Wide = unsigned __int128;
  return static_cast<std::uint64_t>(static_cast<Wide>(a) * b % modulus);
}

}  // namespace

}  // namespace senja::contract::schema
