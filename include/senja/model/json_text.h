// Writes JSON text, and nothing but valid JSON text: the one place where text from outside is escaped.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "senja/model/scalar.h"

namespace senja {

// Appends `text` as a JSON string with its quotes. Bytes that are not UTF-8 become U+FFFD; characters that would move a
// terminal or turn the direction of a line are escaped. Beside what JSON asks for,
// characters that steer a terminal or the direction of writing are escaped, too.
void append_json(std::string& out, std::string_view text);

// A value as it was read: integers exact, other numbers in the sender's own spelling.
void append_scalar(std::string& out, const Scalar& value);

// Builds one value front to back; puts the commas. The caller pairs begin and end and names members inside objects.
//
//   JsonText json;
//   json.begin_object().member("status", "applied").member("version", 2).end_object();
//   std::move(json).take()  →  {"status":"applied","version":2}
class JsonText {
 public:
  JsonText& begin_object() { return open('{'); }
  JsonText& end_object() { return close('}'); }
  JsonText& begin_array() { return open('['); }
  JsonText& end_array() { return close(']'); }

  JsonText& key(std::string_view name);
  JsonText& value(std::string_view text);
  JsonText& value(const char* text) { return value(std::string_view{text}); }
  JsonText& value(const std::string& text) { return value(std::string_view{text}); }
  JsonText& value(std::int64_t number);
  JsonText& value(int number) { return value(std::int64_t{number}); }
  JsonText& value(bool truth);
  JsonText& value(const Scalar& scalar);
  JsonText& null();

  template <class Value>
  JsonText& member(std::string_view name, const Value& what) {
    return key(name).value(what);
  }

  // More members that are text already, after at least one: `,"job_id":"j1"`, or nothing.
  JsonText& more(std::string_view members);

  std::string take() && { return std::move(text_); }

 private:
  JsonText& open(char bracket);
  JsonText& close(char bracket);
  void separate();

  std::string text_;
};

}  // namespace senja
