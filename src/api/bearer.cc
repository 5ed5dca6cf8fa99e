#include "api/bearer.h"

#include <algorithm>

#include "senja/signature/verifier.h"

namespace senja::api {

namespace {

bool is_b64token(std::string_view text);

}  // namespace

std::expected<std::string_view, NoBearer> read_bearer(const Headers& headers) {
  constexpr std::string_view scheme = "bearer";
  const std::size_t count = headers.count("authorization");
  if (count == 0) return std::unexpected(NoBearer::missing);
  const std::string_view value = headers.first("authorization").value();
  if (count > 1 || value.size() > bearer_bytes_max) return std::unexpected(NoBearer::malformed);

  const std::size_t space = std::min(value.find(' '), value.size());
  const std::size_t token = value.find_first_not_of(' ', space);
  if (!same_name(value.substr(0, space), scheme) || token == value.npos || !is_b64token(value.substr(token)))
    return std::unexpected(NoBearer::malformed);
  return value.substr(token);
}

const config::Token* find_token(const config::Tokens& tokens, std::string_view text, WallTime now) {
  const std::string hash = config::token_hash(text);
  const config::Token* found = nullptr;
  for (const config::Token& token : tokens)
    if (signature::equal_in_constant_time(hash, token.hash)) found = &token;
  // Only tokens that were drawn at random are taken, whatever was hashed into the config.
  const bool counts = found != nullptr && config::is_token(text) && (!found->until || now < *found->until);
  return counts ? found : nullptr;
}

namespace {

bool is_b64token(std::string_view text) {
  while (text.ends_with('=')) text.remove_suffix(1);
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    const bool letter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    return letter || std::string_view("-._~+/").find(c) != std::string_view::npos;
  });
}

}  // namespace

}  // namespace senja::api
