#include "signature/timestamp.h"

#include <charconv>

#include "senja/model/limits.h"

namespace senja::signature {

namespace {

constexpr std::int64_t per_second(Unit unit) { return unit == Unit::s ? 1 : 1000; }

}  // namespace

std::optional<std::int64_t> read_timestamp(std::string_view text, Unit unit) {
  if (text.empty() || text.front() < '1' || text.front() > '9') return std::nullopt;
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  if (value < floor_to(unit, limits::event_time_min) || value > floor_to(unit, limits::event_time_max)) return std::nullopt;
  return value;
}

std::int64_t floor_to(Unit unit, WallTime at) {
  const Micros since = at.time_since_epoch();
  return unit == Unit::s ? std::chrono::floor<std::chrono::seconds>(since).count()
                         : std::chrono::floor<std::chrono::milliseconds>(since).count();
}

Age judge_age(std::int64_t timestamp, Unit unit, WallTime received_at, const Tolerance& tolerance) {
  const std::int64_t age = floor_to(unit, received_at) - timestamp;
  if (tolerance.past && age > tolerance.past->count() * per_second(unit)) return Age::too_old;
  if (tolerance.future && -age > tolerance.future->count() * per_second(unit)) return Age::from_the_future;
  return Age::right;
}

}  // namespace senja::signature
