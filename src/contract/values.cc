#include "contract/values.h"

#include <charconv>
#include <optional>
#include <utility>
#include <variant>

#include "senja/model/limits.h"

namespace senja::contract {

namespace {

bool fits(std::string_view text, std::size_t bytes_max) {
  return !text.empty() && text.size() <= bytes_max && text.find('\0') == std::string_view::npos;
}

std::string of_bytes(std::size_t bytes_max) { return "text of 1 to " + std::to_string(bytes_max) + " bytes without NUL"; }
std::optional<std::string> integer_text(const Scalar& value);

}  // namespace

Read<std::string> read_id(const Scalar* value, std::size_t bytes_max) {
  if (value) {
    if (const auto* text = std::get_if<std::string>(value); text && fits(*text, bytes_max)) return *text;
    if (auto text = integer_text(*value); text && fits(*text, bytes_max)) return *std::move(text);
  }
  return std::unexpected{of_bytes(bytes_max) + ", or an integer"};
}

Read<std::string> read_word(const Scalar* value) {
  const auto* text = std::get_if<std::string>(value);
  if (text && fits(*text, limits::word_bytes_max)) return *text;
  return std::unexpected{of_bytes(limits::word_bytes_max)};
}

Read<std::int64_t> read_version(const Scalar* value) {
  const auto* version = std::get_if<std::int64_t>(value);
  if (version && *version >= 0 && *version <= limits::version_max) return *version;
  return std::unexpected{"an integer from 0 to " + std::to_string(limits::version_max)};
}

Read<WallTime> read_time(const Scalar* value, TimeUnit unit) {
  const auto at = read_time(value ? *value : Scalar{}, unit);
  if (at) return *at;
  return std::unexpected{std::string{at.error()}};
}

Read<Scalar> read_pick(const Scalar* value, Pick::Type type) {
  using Type = Pick::Type;
  const bool null = value && std::holds_alternative<std::monostate>(*value);
  const bool integer = value && std::holds_alternative<std::int64_t>(*value);
  switch (type) {
    case Type::any:
      if (value) return *value;
      return std::unexpected{"a single value"};
    case Type::integer:
      if (null || integer) return *value;
      return std::unexpected{"an integer within 64 bits"};
    case Type::number:
      if (null || integer || std::get_if<NumberText>(value)) return *value;
      return std::unexpected{"a number"};
    case Type::text:
      if (null || std::get_if<std::string>(value)) return *value;
      return std::unexpected{"text"};
    case Type::boolean:
      if (null || std::get_if<bool>(value)) return *value;
      return std::unexpected{"true or false"};
  }
  std::unreachable();
}

Scalar spelled(std::string text, Pick::Type type) {
  using Type = Pick::Type;
  if (type == Type::boolean && (text == "true" || text == "false")) return text == "true";
  if (type == Type::integer || type == Type::number) {
    std::int64_t integer = 0;
    const char* const end = text.data() + text.size();
    if (const auto [at, error] = std::from_chars(text.data(), end, integer); error == std::errc{} && at == end)
      return integer;
  }
  if (type == Type::number) {
    PointerSet whole;
    whole.add({});
    const auto found = read_json(text, whole);
    if (found && found->front().raw == text && std::holds_alternative<NumberText>(found->front().value))
      return found->front().value;
  }
  return text;
}

std::string describe(const Found& found) {
  struct Kind {
    std::string operator()(std::monostate) const { return "null"; }
    std::string operator()(bool truth) const { return truth ? "boolean true" : "boolean false"; }
    std::string operator()(std::int64_t integer) const { return "integer " + std::to_string(integer); }
    std::string operator()(const NumberText& number) const { return "number " + excerpt(number.text); }
    std::string operator()(const std::string& text) const { return "text \"" + excerpt(text) + "\""; }
  };
  switch (found.kind) {
    case Found::Kind::missing:
      return "missing";
    case Found::Kind::container:
      return found.raw.starts_with('{') ? "an object" : "an array";
    case Found::Kind::doubled:
      return "more than one";
    case Found::Kind::bad_text:
      return "text that is not Unicode";
    case Found::Kind::scalar:
      return std::visit(Kind{}, found.value);
  }
  std::unreachable();
}

std::string excerpt(std::string_view text) {
  constexpr std::size_t bytes_max = 40;
  constexpr std::string_view more = "...";
  std::string shown{text.size() <= bytes_max ? text : text.substr(0, bytes_max - more.size())};
  for (char& c : shown)
    if (c < ' ' || c > '~') c = '?';
  if (text.size() > bytes_max) shown += more;
  return shown;
}

namespace {

// Of an integer of any size; 1.0 and 1e2 are none.
std::optional<std::string> integer_text(const Scalar& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return std::to_string(*integer);
  const auto* number = std::get_if<NumberText>(&value);
  if (number && number->text.find_first_of(".eE") == std::string::npos) return number->text;
  return std::nullopt;
}

}  // namespace

}  // namespace senja::contract
