// "Authorization: Bearer <token>" (RFC 6750, 2.1), and whose token it is.
#pragma once

#include <cstdint>
#include <expected>
#include <string_view>

#include "config/token.h"
#include "senja/model/request.h"
#include "senja/model/time.h"

namespace senja::api {

inline constexpr std::size_t bearer_bytes_max = 1024;  // of the whole header value

enum class NoBearer : std::uint8_t { missing, malformed };

// The credentials of the one Authorization header: `Bearer` in any case, spaces, and 1*( ALPHA / DIGIT / "-._~+/" ) *"=".
// Two such headers, another scheme or anything before or behind is malformed. The view lives as long as `headers`.
std::expected<std::string_view, NoBearer> read_bearer(const Headers& headers);

// nullptr: nobody's, or one whose time is over. The work is the same for every text of one length, right or wrong: the
// answer's time says nothing of the tokens that there are.
const config::Token* find_token(const config::Tokens& tokens, std::string_view text, WallTime now);

}  // namespace senja::api
