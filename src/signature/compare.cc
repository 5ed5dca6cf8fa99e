// The comparison has a file to itself, so that a test program can link its own in its place and watch who calls it.
#include <openssl/crypto.h>

#include "senja/signature/verifier.h"

namespace senja::signature {

bool equal_in_constant_time(std::string_view a, std::string_view b) {
  return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

}  // namespace senja::signature
