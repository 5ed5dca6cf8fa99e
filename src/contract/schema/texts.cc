#include <algorithm>
#include <array>

#include "contract/schema/judge.h"
#include "contract/schema/keyword.h"
#include "contract/schema/pattern.h"
#include "contract/values.h"
#include "senja/contract/times.h"

namespace senja::contract::schema {

namespace {

Made max_length(const Setting& setting);
Made min_length(const Setting& setting);
Made pattern(const Setting& setting);
Made format(const Setting& setting);
std::size_t characters(std::string_view text);
bool is_date_time(std::string_view text) { return parse_rfc3339(text).has_value(); }
bool is_date(std::string_view text);
bool is_time(std::string_view text);

constexpr std::array<Keyword, 4> table{
    {{"maxLength", max_length}, {"minLength", min_length}, {"pattern", pattern}, {"format", format}}};

struct Format {
  std::string_view name;
  bool (*is)(std::string_view text);
  std::string_view expected;
};
constexpr std::array<Format, 3> checked_formats{{{"date-time", is_date_time, "a time by RFC 3339, with a zone"},
                                                 {"date", is_date, "a date by RFC 3339"},
                                                 {"time", is_time, "a time of day by RFC 3339, with a zone"}}};
// Draft 7, 7.2: a format may be an annotation. These are.
constexpr std::array<std::string_view, 16> annotated_formats{
    "email", "idn-email",     "hostname",     "idn-hostname", "ipv4",     "ipv6",         "uri",   "uri-reference",
    "iri",   "iri-reference", "uri-template", "uuid",         "duration", "json-pointer", "regex", "relative-json-pointer"};

}  // namespace

std::span<const Keyword> text_keywords() { return table; }

namespace {

// Lengths are in characters, not bytes (Draft 7, 6.3).
Made max_length(const Setting& setting) {
  const auto most = count_of(setting.value);
  if (!most) return std::unexpected{most.error()};
  return Check{.kinds = only(Kind::text),
               .fits = [most = *most, expected = "a text of at most " + std::to_string(*most) + " characters"](
                           Value value, Judge& judge) {
                 return judge.pay_for(value.text()) && (characters(value.text()) <= most || judge.refuse(value, expected));
               }};
}

Made min_length(const Setting& setting) {
  const auto least = count_of(setting.value);
  if (!least) return std::unexpected{least.error()};
  return Check{.kinds = only(Kind::text),
               .fits = [least = *least, expected = "a text of at least " + std::to_string(*least) + " characters"](
                           Value value, Judge& judge) {
                 return judge.pay_for(value.text()) && (characters(value.text()) >= least || judge.refuse(value, expected));
               }};
}

Made pattern(const Setting& setting) {
  if (!setting.value.is(Kind::text)) return wrong(setting.value, "has to be a text");
  auto compiled = Pattern::compile(setting.value.text());
  if (!compiled) return wrong(setting.value, std::move(compiled.error()));
  return Check{.kinds = only(Kind::text),
               .fits = [compiled = *std::move(compiled),
                        expected = "a text with the pattern " + excerpt(setting.value.text())](Value value, Judge& judge) {
                 return compiled.is_in(value.text(), judge) || judge.refuse(value, expected);
               }};
}

Made format(const Setting& setting) {
  const std::string_view name = setting.value.text();
  if (!setting.value.is(Kind::text)) return wrong(setting.value, "has to be a text");
  if (std::ranges::count(annotated_formats, name) > 0) return Check{};
  const auto known = std::ranges::find(checked_formats, name, &Format::name);
  if (known == checked_formats.end()) return wrong(setting.value, "is no format of Draft 7, so nothing would be checked");
  return Check{.kinds = only(Kind::text), .fits = [known](Value value, Judge& judge) {
                 return judge.pay_for(value.text()) && (known->is(value.text()) || judge.refuse(value, known->expected));
               }};
}

std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

bool is_date(std::string_view text) { return text.size() == 10 && is_date_time(std::string{text} + "T00:00:00Z"); }
bool is_time(std::string_view text) { return is_date_time("2000-01-01T" + std::string{text}); }

}  // namespace

}  // namespace senja::contract::schema
