// A raw HTTP request as people keep it in a file.
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "senja/model/request.h"

namespace senja::cli {

// Lines may end in LF or CRLF. The body is as long as Content-Length says, else the rest of the text, byte for byte.
// A target that is a full URL stands for its path. The error says what is wrong, and in which line.
std::expected<RawRequest, std::string> parse_raw_request(std::string_view text);

}  // namespace senja::cli
