#include "senja/contract/form.h"

#include <charconv>
#include <optional>
#include <string>

#include "contract/utf8.h"

namespace senja::contract {

namespace {

std::optional<std::string> decode(std::string_view encoded);

}  // namespace

Found find_form_field(std::string_view encoded, std::string_view name) {
  Found found;
  while (!encoded.empty()) {
    const auto end = encoded.find('&');
    const std::string_view pair = encoded.substr(0, end);
    encoded.remove_prefix(end == std::string_view::npos ? encoded.size() : end + 1);

    const auto equals = pair.find('=');
    if (decode(pair.substr(0, equals)) != name) continue;
    if (found.kind != Found::Kind::missing) return {Found::Kind::doubled, {}, {}};

    found.raw = equals == std::string_view::npos ? std::string_view{} : pair.substr(equals + 1);
    auto text = decode(found.raw);
    found.kind = text && is_utf8(*text) ? Found::Kind::scalar : Found::Kind::bad_text;
    if (found.kind == Found::Kind::scalar) found.value = *std::move(text);
  }
  return found;
}

namespace {

// nullopt: a '%' without two hex digits.
std::optional<std::string> decode(std::string_view encoded) {
  std::string text;
  text.reserve(encoded.size());
  for (std::size_t i = 0; i < encoded.size(); ++i) {
    if (encoded[i] != '%') {
      text += encoded[i] == '+' ? ' ' : encoded[i];
      continue;
    }
    const std::string_view code = encoded.substr(i + 1, 2);
    unsigned byte = 0;
    const auto [end, error] = std::from_chars(code.data(), code.data() + code.size(), byte, 16);
    if (code.size() != 2 || error != std::errc{} || end != code.data() + 2) return std::nullopt;
    text += static_cast<char>(byte);
    i += 2;
  }
  return text;
}

}  // namespace

}  // namespace senja::contract
