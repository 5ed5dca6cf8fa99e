#include "senja/contract/times.h"

#include <algorithm>
#include <chrono>
#include <utility>
#include <variant>

#include "senja/model/limits.h"

namespace senja::contract {

namespace {

using namespace std::chrono_literals;

// Takes the parts of a text from its front.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : rest_(text) {}
  std::optional<int> digits(std::size_t count);
  bool take(char c);
  std::optional<Micros> fraction();
  std::optional<std::chrono::minutes> zone();
  bool done() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
std::optional<WallTime> from_integer(std::int64_t count, TimeUnit unit);
bool acceptable(WallTime at) { return limits::event_time_min <= at && at <= limits::event_time_max; }
void append_padded(std::string& text, std::int64_t number, std::size_t width);

}  // namespace

std::optional<WallTime> parse_rfc3339(std::string_view text) {
  Cursor in{text};
  const auto year = in.digits(4);
  const bool dash = in.take('-');
  const auto month = in.digits(2);
  const bool dash_again = in.take('-');
  const auto day = in.digits(2);
  const bool split = in.take('T') || in.take('t');
  const auto hour = in.digits(2);
  const bool colon = in.take(':');
  const auto minute = in.digits(2);
  const bool colon_again = in.take(':');
  const auto second = in.digits(2);
  const auto fraction = in.fraction();
  const auto zone = in.zone();
  if (!year || !dash || !month || !dash_again || !day || !split || !hour || !colon || !minute || !colon_again || !second ||
      !fraction || !zone || !in.done())
    return std::nullopt;

  const std::chrono::year_month_day date{std::chrono::year{*year}, std::chrono::month{static_cast<unsigned>(*month)},
                                         std::chrono::day{static_cast<unsigned>(*day)}};
  if (*year == 0 || !date.ok() || *hour > 23 || *minute > 59 || *second > 60) return std::nullopt;
  const Micros days = std::chrono::sys_days{date}.time_since_epoch();
  return WallTime{days + std::chrono::hours{*hour} + std::chrono::minutes{*minute} + std::chrono::seconds{*second} +
                  *fraction - *zone};
}

std::string format_rfc3339(WallTime at) {
  constexpr WallTime first{std::chrono::sys_days{std::chrono::year{0} / 1 / 1}.time_since_epoch()};
  at = std::clamp(at, first, limits::event_time_max);
  const auto since_epoch = std::chrono::floor<std::chrono::milliseconds>(at.time_since_epoch());
  const auto days = std::chrono::floor<std::chrono::days>(since_epoch);
  const std::chrono::year_month_day date{std::chrono::sys_days{days}};
  const std::chrono::hh_mm_ss time{since_epoch - days};

  std::string text;
  text.reserve(24);
  append_padded(text, static_cast<int>(date.year()), 4);
  text += '-';
  append_padded(text, static_cast<unsigned>(date.month()), 2);
  text += '-';
  append_padded(text, static_cast<unsigned>(date.day()), 2);
  text += 'T';
  append_padded(text, time.hours().count(), 2);
  text += ':';
  append_padded(text, time.minutes().count(), 2);
  text += ':';
  append_padded(text, time.seconds().count(), 2);
  text += '.';
  append_padded(text, time.subseconds().count(), 3);
  text += 'Z';
  return text;
}

std::expected<WallTime, std::string_view> read_time(const Scalar& value, TimeUnit unit) {
  std::optional<WallTime> at;
  if (const auto* count = std::get_if<std::int64_t>(&value)) at = from_integer(*count, unit);
  if (const auto* text = std::get_if<std::string>(&value)) at = parse_rfc3339(*text);
  if (at && acceptable(*at)) return *at;
  switch (unit) {
    case TimeUnit::s:
      return std::unexpected{"an integer in seconds or RFC 3339 text with a zone, from 2001-09-09 to the year 9999"};
    case TimeUnit::ms:
      return std::unexpected{"an integer in milliseconds or RFC 3339 text with a zone, from 2001-09-09 to the year 9999"};
    case TimeUnit::automatic:
      break;
  }
  return std::unexpected{
      "an integer in seconds or milliseconds (2001 to 2286) or RFC 3339 text with a zone, from 2001-09-09"};
}

namespace {

std::optional<WallTime> from_integer(std::int64_t count, TimeUnit unit) {
  constexpr std::int64_t s_min = limits::event_time_min.time_since_epoch() / 1s, ms_min = s_min * 1000;
  constexpr std::int64_t s_max = limits::event_time_max.time_since_epoch() / 1s, ms_max = s_max * 1000 + 999;
  // Ten digits are seconds, thirteen are milliseconds: the two ranges are 2001-09-09 to 2286-11-20 in either unit.
  if (unit == TimeUnit::automatic) {
    if (s_min <= count && count < s_min * 10)
      unit = TimeUnit::s;
    else if (ms_min <= count && count < ms_min * 10)
      unit = TimeUnit::ms;
    else
      return std::nullopt;
  }
  // Bounds before arithmetic, so that nothing wraps.
  const auto [low, high] = unit == TimeUnit::s ? std::pair{s_min, s_max} : std::pair{ms_min, ms_max};
  if (count < low || count > high) return std::nullopt;
  return WallTime{unit == TimeUnit::s ? Micros{count * 1'000'000} : Micros{count * 1'000}};
}

std::optional<int> Cursor::digits(std::size_t count) {
  if (rest_.size() < count) return std::nullopt;
  int number = 0;
  for (const char c : rest_.substr(0, count)) {
    if (!is_digit(c)) return std::nullopt;
    number = number * 10 + (c - '0');
  }
  rest_.remove_prefix(count);
  return number;
}

bool Cursor::take(char c) {
  if (!rest_.starts_with(c)) return false;
  rest_.remove_prefix(1);
  return true;
}

// None is zero; a point needs a digit behind it.
std::optional<Micros> Cursor::fraction() {
  if (!take('.')) return Micros{0};
  Micros sum{0};
  Micros place{100'000};
  std::size_t count = 0;
  for (; count < rest_.size() && is_digit(rest_[count]); ++count, place /= 10) sum += place * (rest_[count] - '0');
  if (count == 0) return std::nullopt;
  rest_.remove_prefix(count);
  return sum;
}

std::optional<std::chrono::minutes> Cursor::zone() {
  if (take('Z') || take('z')) return 0min;
  const bool west = take('-');
  if (!west && !take('+')) return std::nullopt;
  const auto hours = digits(2);
  const bool colon = take(':');
  const auto minutes = digits(2);
  if (!hours || !colon || !minutes || *hours > 23 || *minutes > 59) return std::nullopt;
  const auto offset = std::chrono::hours{*hours} + std::chrono::minutes{*minutes};
  return west ? -offset : offset;
}

void append_padded(std::string& text, std::int64_t number, std::size_t width) {
  const std::string digits = std::to_string(number);
  text.append(width - std::min(width, digits.size()), '0').append(digits);
}

}  // namespace

}  // namespace senja::contract
