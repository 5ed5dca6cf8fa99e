// UTF-8 as RFC 3629 has it: no overlong forms, no surrogates, nothing above U+10FFFF.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace senja::contract {

// Bytes of the character that `text` begins with; 0 where it begins with none.
std::size_t utf8_width(std::string_view text);

bool is_utf8(std::string_view text);

// `code_point` is a Unicode scalar value.
void append_utf8(std::string& text, char32_t code_point);

}  // namespace senja::contract
