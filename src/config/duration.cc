#include "config/duration.h"

#include <charconv>

#include "senja/model/limits.h"

namespace senja::config {

namespace {

struct Unit {
  std::string_view name;
  std::int64_t micros;
};
constexpr Unit units[] = {
    {"d", 86'400'000'000}, {"h", 3'600'000'000}, {"m", 60'000'000}, {"s", 1'000'000}, {"ms", 1'000},
};

}  // namespace

std::expected<Micros, std::string> parse_duration(std::string_view text) {
  constexpr std::string_view wanted = "is not a duration: write a whole number and a unit (ms, s, m, h, d), like \"5s\"";
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  if (digits == 0) return std::unexpected(std::string(wanted));
  for (const Unit& unit : units) {
    if (text.substr(digits) != unit.name) continue;
    std::int64_t count = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + digits, count);
    if (error != std::errc{} || count > limits::config_time_max.count() / unit.micros)
      return std::unexpected("is longer than a year");
    return Micros{count * unit.micros};
  }
  return std::unexpected(std::string(wanted));
}

std::string format_duration(Micros span) {
  for (const Unit& unit : units)
    if (span.count() % unit.micros == 0 && span.count() >= unit.micros)
      return std::to_string(span.count() / unit.micros) + std::string(unit.name);
  return std::to_string(span.count() / 1'000) + "ms";
}

}  // namespace senja::config
