// Tokens of the admin listener: who may ask, and for what. The config holds their hashes alone.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "senja/model/time.h"

namespace senja::config {

enum class Scope : std::uint8_t { send, read, admin };  // admin includes the others
std::string_view word_of(Scope scope);

struct Token {
  std::string name;  // stands in the audit as who changed something
  std::string hash;  // of the token's text, as token_hash() gives it
  std::vector<Scope> scopes;
  std::optional<WallTime> until;  // counts before it

  bool allows(Scope wanted) const;
};
using Tokens = std::vector<Token>;

inline constexpr std::size_t tokens_max = 256;

// A token's text is "senja_" and 32 random bytes in base64url without padding (RFC 4648, 5). The prefix lets scanners of
// secrets know one where it should not be.
inline constexpr std::string_view token_prefix = "senja_";
inline constexpr std::size_t token_random_bytes = 32;
inline constexpr std::size_t token_bytes = token_prefix.size() + 43;

std::string token_text(std::string_view random_bytes);
bool is_token(std::string_view text);  // of that form; whether anyone's is not said

// SHA-256 of the whole text in lower-case hex. A fast hash will do: nobody guesses 256 random bits, whereas a slow one
// would let strangers spend this process's time.
std::string token_hash(std::string_view text);
inline constexpr std::string_view token_hash_prefix = "sha256:";  // before it, in the config

bool token_name_is_sound(std::string_view name);  // 1 to 64 letters, digits, '_', '-' or '.'

}  // namespace senja::config
