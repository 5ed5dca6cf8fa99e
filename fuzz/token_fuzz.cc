// The values of Authorization headers, a line each: whatever they are, what is taken for a token has a token's alphabet and
// stands in the one header that there is, and only the right one is found.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "api/bearer.h"

namespace senja {

namespace {
const std::string sesame = config::token_text(std::string(config::token_random_bytes, 's'));

void require(bool true_one) {
  if (!true_one) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  Headers headers;
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size(); ++count) {
    const std::string_view value = text.substr(at, text.substr(at).find('\n'));
    headers.add(count % 2 == 0 ? "Authorization" : "authorization", value);
    at += value.size() + 1;
  }

  const auto bearer = api::read_bearer(headers);
  if (!bearer) {
    require((bearer.error() == api::NoBearer::missing) == (count == 0));
    return 0;
  }
  require(count == 1 && !bearer->empty() && headers[0].value.ends_with(*bearer));
  require(bearer->find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~+/=") ==
          bearer->npos);

  const config::Tokens tokens{{"sesame", config::token_hash(sesame), {config::Scope::read}, std::nullopt},
                              {"weak", config::token_hash("weak"), {config::Scope::admin}, std::nullopt}};
  const config::Token* found = api::find_token(tokens, *bearer, WallTime{});
  require((found == &tokens[0]) == (*bearer == sesame));
  require(found == nullptr || found == &tokens[0]);
  return 0;
}

}  // namespace senja
