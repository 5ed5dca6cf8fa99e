#include "answer.h"

#include <algorithm>
#include <charconv>

namespace senja::hostile {

namespace {

constexpr std::string_view version = "HTTP/1.1 ";
constexpr std::size_t status_digits = 3;

std::optional<std::size_t> read_number(std::string_view text);
std::optional<std::size_t> length_of_body(std::string_view head);

}  // namespace

std::optional<int> AnswerReader::next() {
  const std::size_t end = bytes_.find("\r\n\r\n");
  if (end == std::string::npos) return bytes_.size() > answer_bytes_max ? std::optional{0} : std::nullopt;
  const std::string_view head = std::string_view{bytes_}.substr(0, end + 2);
  if (!head.starts_with(version)) return 0;
  const auto status = read_number(head.substr(version.size(), status_digits));
  const auto length = length_of_body(head);
  if (!status || !length || *length > answer_bytes_max) return 0;
  const std::size_t whole = end + 4 + *length;
  if (bytes_.size() < whole) return std::nullopt;
  bytes_.erase(0, whole);
  return static_cast<int>(*status);
}

namespace {

std::optional<std::size_t> read_number(std::string_view text) {
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

bool same_letters(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return std::ranges::equal(a, b, {}, lower, lower);
}

std::optional<std::size_t> length_of_body(std::string_view head) {
  constexpr std::string_view name = "content-length: ";
  while (!head.empty()) {
    const std::size_t end = head.find("\r\n");
    const std::string_view line = head.substr(0, end);
    if (line.size() > name.size() && same_letters(line.substr(0, name.size()), name))
      return read_number(line.substr(name.size()));
    head.remove_prefix(end + 2);
  }
  return 0;
}

}  // namespace

}  // namespace senja::hostile
