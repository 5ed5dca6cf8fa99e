// A keyed HMAC: the key is expanded once, and every message starts from there.
#pragma once

#include <openssl/types.h>

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "senja/model/secret.h"
#include "senja/signature/scheme.h"

namespace senja::signature {

// A MAC in the encoding in which it is sent and compared. Lives on the stack.
class EncodedMac {
 public:
  EncodedMac(std::span<const std::uint8_t> mac, Encoding encoding);
  std::string_view text() const { return {text_.data(), size_}; }

 private:
  std::array<char, 128> text_;  // SHA-512 in hex
  std::size_t size_;
};

// One thread at a time. Throws where OpenSSL lacks the algorithm or memory.
class Mac {
 public:
  Mac(Algorithm algorithm, const Secret& key);  // not Algorithm::none; the key is not empty
  Mac clone() const;

  EncodedMac over(std::span<const std::string_view> parts, Encoding encoding);

 private:
  struct Free {
    void operator()(EVP_MAC_CTX* context) const;
  };
  using Context = std::unique_ptr<EVP_MAC_CTX, Free>;
  explicit Mac(Context context) : context_(std::move(context)) {}

  Context context_;
};

}  // namespace senja::signature
