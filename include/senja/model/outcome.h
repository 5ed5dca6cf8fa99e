// What became of an event, and the table of how it is kept and answered (docs/outcomes.md says the same in words;
// a test compares the two).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace senja {

enum class Code : std::uint8_t {
  applied,
  ignored,
  expired,
  sunset,
  stale,
  conflict_state,
  conflict_rows,
  conflict_effect,
  reused_id,
  too_old,
  rejected,
  abandoned,  // never answered: what a waiting event becomes when its sender falls silent
  future,
  gap,
  unknown_resource,
  effect,  // a passing failure of an effect: lock, serialization, foreign key, time-out
  signature,
  timestamp,
  busy,
  store,
  clock,
  draining,
  undecided,
};
inline constexpr std::size_t code_count = static_cast<std::size_t>(Code::undecided) + 1;

// final: recorded or dead-lettered, the same for ever. retryable: left no effect, the next delivery is judged afresh.
// refused: the request was not let in. undecided: no outcome, the next delivery gets the recorded one.
enum class Kind : std::uint8_t { final, retryable, refused, undecided };

enum class Answers : std::uint8_t { gentle, strict };

struct OutcomeRow {
  Code code;
  std::string_view text;     // `code` in answers, logs, letters and the database
  std::string_view outcome;  // the family, `outcome` in the API
  Kind kind;
  bool recorded;  // has a ledger row
  bool lettered;  // has a dead letter
  bool waits;     // has a waiting row until it ends
  int gentle;     // HTTP status; 0: never answered
  int strict;
  std::string_view word;  // `status` in an answer with a 2xx
};

// clang-format off
inline constexpr std::array<OutcomeRow, code_count> outcome_table{{
    // code                   text                outcome             kind             ledger letter waits  gentle strict word
    {Code::applied,          "applied",          "applied",          Kind::final,     true,  false, false, 200, 200, "applied"},
    {Code::ignored,          "ignored",          "ignored",          Kind::final,     true,  false, false, 200, 200, "ignored_action"},
    {Code::expired,          "expired",          "expired",          Kind::final,     true,  true,  false, 200, 410, "ignored_expired"},
    {Code::sunset,           "sunset",           "sunset",           Kind::final,     true,  true,  false, 200, 410, "ignored_sunset"},
    {Code::stale,            "stale",            "stale",            Kind::final,     true,  false, false, 200, 200, "ignored_stale"},
    {Code::conflict_state,   "conflict.state",   "conflict",         Kind::final,     true,  true,  false, 200, 409, "ignored_conflict"},
    {Code::conflict_rows,    "conflict.rows",    "conflict",         Kind::final,     true,  true,  false, 200, 409, "ignored_conflict"},
    {Code::conflict_effect,  "conflict.effect",  "conflict",         Kind::final,     true,  true,  false, 200, 409, "ignored_conflict"},
    {Code::reused_id,        "conflict.reused_id", "conflict",       Kind::final,     false, true,  false, 200, 409, "ignored_conflict"},
    {Code::too_old,          "too_old",          "too_old",          Kind::final,     false, true,  false, 200, 410, "ignored_too_old"},
    {Code::rejected,         "rejected",         "rejected",         Kind::final,     false, true,  false, 422, 422, ""},
    {Code::abandoned,        "abandoned",        "abandoned",        Kind::final,     false, true,  false, 0,   0,   ""},
    {Code::future,           "future",           "future",           Kind::retryable, false, false, true,  503, 503, ""},
    {Code::gap,              "gap",              "gap",              Kind::retryable, false, false, true,  503, 503, ""},
    {Code::unknown_resource, "unknown_resource", "unknown_resource", Kind::retryable, false, false, true,  503, 503, ""},
    {Code::effect,           "effect",           "effect",           Kind::retryable, false, false, true,  503, 503, ""},
    {Code::signature,        "signature",        "signature",        Kind::refused,   false, false, false, 401, 401, ""},
    {Code::timestamp,        "timestamp",        "timestamp",        Kind::refused,   false, false, false, 401, 401, ""},
    {Code::busy,             "busy",             "busy",             Kind::retryable, false, false, false, 503, 503, ""},
    {Code::store,            "store",            "store",            Kind::retryable, false, false, false, 503, 503, ""},
    {Code::clock,            "clock",            "clock",            Kind::retryable, false, false, false, 503, 503, ""},
    {Code::draining,         "draining",         "draining",         Kind::retryable, false, false, false, 503, 503, ""},
    {Code::undecided,        "undecided",        "undecided",        Kind::undecided, false, false, false, 503, 503, ""},
}};
// clang-format on

constexpr const OutcomeRow& row(Code code) { return outcome_table[static_cast<std::size_t>(code)]; }
constexpr std::string_view text(Code code) { return row(code).text; }

constexpr std::optional<Code> code_from(std::string_view text) {
  for (const OutcomeRow& each : outcome_table)
    if (each.text == text) return each.code;
  return std::nullopt;
}

namespace detail {
constexpr bool table_in_order() {
  for (std::size_t i = 0; i < code_count; ++i)
    if (static_cast<std::size_t>(outcome_table[i].code) != i) return false;
  return true;
}
constexpr bool table_is_sound() {
  for (const OutcomeRow& each : outcome_table) {
    if ((each.recorded || each.lettered) && each.kind != Kind::final) return false;  // what is kept is final
    if (each.waits && each.kind != Kind::retryable) return false;                    // what waits will be judged again
    if (each.gentle == 200 && each.word.empty()) return false;
    if (each.kind == Kind::retryable && (each.gentle != 503 || each.strict != 503)) return false;
  }
  return true;
}
}  // namespace detail
static_assert(detail::table_in_order());
static_assert(detail::table_is_sound());

}  // namespace senja
