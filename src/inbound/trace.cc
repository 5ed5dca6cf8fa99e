#include "inbound/trace.h"

#include <algorithm>

namespace senja::inbound {

namespace {

constexpr std::size_t version_digits = 2, id_digits = 32, span_digits = 16, flag_digits = 2;
constexpr std::size_t whole = version_digits + id_digits + span_digits + flag_digits + 3;

// Lower-case hex of exactly that many digits, then '-' or the end.
std::optional<std::string_view> part(std::string_view& text, std::size_t digits) {
  const std::string_view taken = text.substr(0, digits);
  const auto hex = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
  if (taken.size() != digits || !std::ranges::all_of(taken, hex)) return std::nullopt;
  text.remove_prefix(digits);
  if (!text.empty()) {
    if (text.front() != '-') return std::nullopt;
    text.remove_prefix(1);
  }
  return taken;
}

bool all_zero(std::string_view digits) { return digits.find_first_not_of('0') == digits.npos; }

}  // namespace

std::optional<Trace> parse_trace(std::string_view text) {
  const bool exact = text.size() == whole;
  const auto version = part(text, version_digits);
  if (!version || *version == "ff" || (*version == "00" && !exact)) return std::nullopt;
  const auto id = part(text, id_digits);
  if (!id || all_zero(*id)) return std::nullopt;
  const auto span = part(text, span_digits);
  if (!span || all_zero(*span)) return std::nullopt;
  const auto flags = part(text, flag_digits);
  if (!flags) return std::nullopt;
  // Of the flags this version knows one: sampled.
  const bool sampled = std::string_view{"13579bdf"}.find(flags->back()) != std::string_view::npos;
  return Trace{std::string{*id}, sampled};
}

std::optional<Trace> trace_of(const Headers& headers) {
  constexpr std::string_view name = "traceparent";
  const auto text = headers.first(name);
  if (!text || headers.count(name) != 1) return std::nullopt;
  return parse_trace(*text);
}

std::string Trace::parent(std::string_view span) const {
  std::string text;
  text.reserve(whole);
  text.append("00-").append(id).append("-").append(span).append(sampled ? "-01" : "-00");
  return text;
}

}  // namespace senja::inbound
