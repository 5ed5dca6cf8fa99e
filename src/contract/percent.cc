#include "contract/percent.h"

#include <charconv>

namespace senja::contract {

std::optional<std::string> percent_decoded(std::string_view encoded, Plus plus) {
  std::string text;
  text.reserve(encoded.size());
  for (std::size_t i = 0; i < encoded.size(); ++i) {
    if (encoded[i] != '%') {
      text += encoded[i] == '+' && plus == Plus::space ? ' ' : encoded[i];
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

}  // namespace senja::contract
