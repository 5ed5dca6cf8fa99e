#include "senja/model/json_text.h"

#include <type_traits>
#include <variant>

namespace senja {

namespace {

std::size_t utf8_length(std::string_view text);  // of the character at the front; 0: not UTF-8
bool moves_the_cursor(std::string_view character);
void append_escape(std::string& out, unsigned char control);
char32_t code_of(std::string_view character);
void append_code(std::string& out, char32_t code);

}  // namespace

void append_json(std::string& out, std::string_view text) {
  out += '"';
  while (!text.empty()) {
    const auto front = static_cast<unsigned char>(text.front());
    std::size_t taken = 1;
    if (front < 0x20) {
      append_escape(out, front);
    } else if (front == '"' || front == '\\') {
      out += '\\';
      out += text.front();
    } else if (const std::size_t length = utf8_length(text); length > 0) {
      taken = length;
      const std::string_view character = text.substr(0, length);
      if (moves_the_cursor(character))
        append_code(out, code_of(character));
      else
        out += character;
    } else {
      out += "\xEF\xBF\xBD";
    }
    text.remove_prefix(taken);
  }
  out += '"';
}

void append_scalar(std::string& out, const Scalar& value) {
  std::visit(
      [&out](const auto& held) {
        using Held = std::decay_t<decltype(held)>;
        if constexpr (std::is_same_v<Held, std::monostate>) out += "null";
        if constexpr (std::is_same_v<Held, bool>) out += held ? "true" : "false";
        if constexpr (std::is_same_v<Held, std::int64_t>) out += std::to_string(held);
        if constexpr (std::is_same_v<Held, NumberText>) out += held.text;
        if constexpr (std::is_same_v<Held, std::string>) append_json(out, held);
      },
      value);
}

JsonText& JsonText::key(std::string_view name) {
  separate();
  append_json(text_, name);
  text_ += ':';
  return *this;
}

JsonText& JsonText::value(std::string_view text) {
  separate();
  append_json(text_, text);
  return *this;
}

JsonText& JsonText::value(std::int64_t number) {
  separate();
  text_ += std::to_string(number);
  return *this;
}

JsonText& JsonText::value(bool truth) {
  separate();
  text_ += truth ? "true" : "false";
  return *this;
}

JsonText& JsonText::value(const Scalar& scalar) {
  separate();
  append_scalar(text_, scalar);
  return *this;
}

JsonText& JsonText::null() {
  separate();
  text_ += "null";
  return *this;
}

JsonText& JsonText::more(std::string_view members) {
  text_ += members;
  return *this;
}

JsonText& JsonText::open(char bracket) {
  separate();
  text_ += bracket;
  return *this;
}

JsonText& JsonText::close(char bracket) {
  text_ += bracket;
  return *this;
}

// A comma belongs between two values; the last character tells whether one stands before.
void JsonText::separate() {
  if (text_.empty()) return;
  const char last = text_.back();
  if (last != '{' && last != '[' && last != ':') text_ += ',';
}

namespace {

std::size_t utf8_length(std::string_view text) {
  const auto byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const auto follows = [&](std::size_t i, unsigned char low = 0x80, unsigned char high = 0xBF) {
    return i < text.size() && byte(i) >= low && byte(i) <= high;
  };
  const unsigned char front = byte(0);
  if (front < 0x80) return 1;
  if (front >= 0xC2 && front <= 0xDF) return follows(1) ? 2 : 0;
  // The second byte's range shuts out overlong forms, surrogates and what lies beyond U+10FFFF.
  if (front >= 0xE0 && front <= 0xEF) {
    const bool second = follows(1, front == 0xE0 ? 0xA0 : 0x80, front == 0xED ? 0x9F : 0xBF);
    return second && follows(2) ? 3 : 0;
  }
  if (front >= 0xF0 && front <= 0xF4) {
    const bool second = follows(1, front == 0xF0 ? 0x90 : 0x80, front == 0xF4 ? 0x8F : 0xBF);
    return second && follows(2) && follows(3) ? 4 : 0;
  }
  return 0;
}

void append_escape(std::string& out, unsigned char control) {
  switch (control) {
    case '\b':
      out += "\\b";
      return;
    case '\f':
      out += "\\f";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    default:
      break;
  }
  append_code(out, control);
}

// JSON lets these stand, but a terminal or a log viewer that is shown the text would obey them: DEL, the C1 controls, line
// and paragraph separators, and what turns the direction of writing.
bool moves_the_cursor(std::string_view character) {
  const char32_t code = code_of(character);
  const auto within = [code](char32_t low, char32_t high) { return code >= low && code <= high; };
  return within(0x7f, 0x9f) || code == 0x61c || within(0x200e, 0x200f) || within(0x2028, 0x202e) || within(0x2066, 0x2069);
}

// Of one character of at most three bytes, whole and sound.
char32_t code_of(std::string_view character) {
  if (character.size() > 3) return 0;
  const auto front = static_cast<unsigned char>(character.front());
  char32_t code = character.size() == 1 ? front : front & (0x3fU >> (character.size() - 1));
  for (const char c : character.substr(1)) code = code << 6 | (static_cast<unsigned char>(c) & 0x3fU);
  return code;
}

void append_code(std::string& out, char32_t code) {
  constexpr std::string_view digits = "0123456789abcdef";
  out += "\\u";
  for (int shift = 12; shift >= 0; shift -= 4) out += digits[code >> shift & 15];
}

}  // namespace

}  // namespace senja
