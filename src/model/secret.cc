#include "senja/model/secret.h"

#include <openssl/crypto.h>

namespace senja {

namespace {
void wipe(std::string& bytes) {
  OPENSSL_cleanse(bytes.data(), bytes.size());
  bytes.clear();
}
}  // namespace

Secret::~Secret() { wipe(bytes_); }

Secret& Secret::operator=(const Secret& other) {
  if (this != &other) {
    wipe(bytes_);
    bytes_ = other.bytes_;
  }
  return *this;
}

// A short string is copied by a move, so the old bytes are wiped by hand.
Secret::Secret(Secret&& other) noexcept : bytes_(std::move(other.bytes_)) { wipe(other.bytes_); }

Secret& Secret::operator=(Secret&& other) noexcept {
  if (this != &other) {
    wipe(bytes_);
    bytes_ = std::move(other.bytes_);
    wipe(other.bytes_);
  }
  return *this;
}

}  // namespace senja
