#include "signature/mac.h"

#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/params.h>

#include <stdexcept>

#include "senja/signature/encode.h"

namespace senja::signature {

namespace {

const char* digest_name(Algorithm algorithm);
void require(bool ok);

}  // namespace

EncodedMac Mac::over(std::span<const std::string_view> parts, Encoding encoding) {
  // Without a key, init starts a new message under the key that is already expanded.
  bool ok = EVP_MAC_init(context_.get(), nullptr, 0, nullptr) == 1;
  for (const std::string_view part : parts)
    ok = ok && EVP_MAC_update(context_.get(), reinterpret_cast<const unsigned char*>(part.data()), part.size()) == 1;
  std::array<std::uint8_t, EVP_MAX_MD_SIZE> mac;
  std::size_t size = 0;
  require(ok && EVP_MAC_final(context_.get(), mac.data(), &size, mac.size()) == 1);
  return {std::span{mac}.first(size), encoding};
}

Mac::Mac(Algorithm algorithm, const Secret& key) {
  const std::unique_ptr<EVP_MAC, decltype(&EVP_MAC_free)> hmac{EVP_MAC_fetch(nullptr, "HMAC", nullptr), &EVP_MAC_free};
  require(hmac != nullptr);
  context_.reset(EVP_MAC_CTX_new(hmac.get()));
  const std::array params{
      OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, const_cast<char*>(digest_name(algorithm)), 0),
      OSSL_PARAM_construct_end()};
  const std::string_view bytes = key.reveal();
  require(context_ && EVP_MAC_init(context_.get(), reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(),
                                   params.data()) == 1);
}

Mac Mac::clone() const {
  Context copy{EVP_MAC_CTX_dup(context_.get())};
  require(copy != nullptr);
  return Mac{std::move(copy)};
}

void Mac::Free::operator()(EVP_MAC_CTX* context) const { EVP_MAC_CTX_free(context); }

EncodedMac::EncodedMac(std::span<const std::uint8_t> mac, Encoding encoding)
    : size_(encoding == Encoding::base64 ? write_base64(mac, text_) : write_hex(mac, text_)) {}

namespace {

const char* digest_name(Algorithm algorithm) {
  switch (algorithm) {
    case Algorithm::hmac_sha1:
      return "SHA1";
    case Algorithm::hmac_sha256:
      return "SHA256";
    case Algorithm::hmac_sha512:
      return "SHA512";
    case Algorithm::none:
      break;
  }
  throw std::logic_error("a scheme without signatures has no MAC");
}

void require(bool ok) {
  if (!ok) throw std::runtime_error("HMAC is not available from OpenSSL");
}

}  // namespace

}  // namespace senja::signature
