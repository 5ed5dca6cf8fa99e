#include "senja/model/digest.h"

#include <openssl/evp.h>

#include <algorithm>
#include <memory>
#include <stdexcept>

namespace senja {

namespace {

using Sha256 = std::array<std::uint8_t, 32>;

// One pass over the parts. The context lives as long as the thread: making one costs more than hashing 300 bytes.
Sha256 sha256(std::initializer_list<std::string_view> parts) {
  thread_local const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context{EVP_MD_CTX_new(), &EVP_MD_CTX_free};
  thread_local const std::unique_ptr<EVP_MD, decltype(&EVP_MD_free)> algorithm{EVP_MD_fetch(nullptr, "SHA256", nullptr),
                                                                               &EVP_MD_free};
  Sha256 out{};
  unsigned size = 0;
  bool ok = context && algorithm && EVP_DigestInit_ex2(context.get(), algorithm.get(), nullptr) == 1;
  for (const std::string_view part : parts) ok = ok && EVP_DigestUpdate(context.get(), part.data(), part.size()) == 1;
  ok = ok && EVP_DigestFinal_ex(context.get(), out.data(), &size) == 1 && size == out.size();
  if (!ok) throw std::runtime_error("SHA-256 is not available from OpenSSL");
  return out;
}

Digest head(const Sha256& full) {
  Digest digest{};
  std::copy_n(full.begin(), digest.size(), digest.begin());
  return digest;
}

std::string hex_of(const std::uint8_t* bytes, std::size_t count) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  text.reserve(2 * count);
  for (std::size_t i = 0; i < count; ++i) {
    text += digits[bytes[i] >> 4];
    text += digits[bytes[i] & 15];
  }
  return text;
}

// Lengths first, eight bytes each, so that no two pairs run together to the same bytes.
std::string length_prefix(std::size_t length) {
  std::string bytes(8, '\0');
  for (std::size_t i = 0; i < 8; ++i) bytes[i] = static_cast<char>((length >> (8 * i)) & 0xff);
  return bytes;
}

}  // namespace

LedgerKey ledger_key(const SourceName& source, const EventId& event_id) {
  return {
      head(sha256({length_prefix(source.text.size()), length_prefix(event_id.text.size()), source.text, event_id.text}))};
}

Fingerprint fingerprint_of(std::string_view bytes) { return {head(sha256({bytes}))}; }

std::string sha256_hex(std::string_view bytes) {
  const Sha256 full = sha256({bytes});
  return hex_of(full.data(), full.size());
}

std::string hex(const Digest& digest) { return hex_of(digest.data(), digest.size()); }

}  // namespace senja
