// Verifies the exact bytes received, before anything reads them.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "senja/model/kept_request.h"
#include "senja/model/secret.h"
#include "senja/model/verified.h"
#include "senja/signature/scheme.h"

namespace senja::signature {

// A secret and when it counts, judged at received_at. A rotation is two of them whose windows overlap.
struct LiveSecret {
  Secret secret;
  std::optional<WallTime> from, until;  // [from, until)
};

// Why a request was not let in. Both are answered 401 and leave no trace but a count.
struct Refusal {
  enum class Kind : std::uint8_t { signature, timestamp } kind = Kind::signature;
  std::string_view why;  // static text for the log; the answer does not tell strangers which
};

// What is wrong with a secret for a scheme: its text cannot be key bytes.
struct KeyError {
  std::size_t index;  // which secret
  std::string problem;
};

// The keyed engine of one source. Holds MAC contexts with the key already expanded, so it is used by one thread at a
// time: each I/O thread has its own (clone()). Outlives nothing but itself.
class Verifier {
 public:
  // `tolerance` replaces both of the scheme's limits where the source sets its own.
  static std::expected<Verifier, KeyError> make(const Scheme& scheme, const std::vector<LiveSecret>& secrets,
                                                std::optional<std::chrono::seconds> tolerance = std::nullopt);
  Verifier(Verifier&&) noexcept;
  Verifier& operator=(Verifier&&) noexcept;
  ~Verifier();
  Verifier clone() const;

  // On refusal the request is dropped. Constant time in the secret and in the signature's text.
  std::expected<Verified, Refusal> verify(RawRequest request);

 private:
  struct Engine;
  explicit Verifier(std::unique_ptr<Engine> engine);
  std::unique_ptr<Engine> engine_;
};

// Bytes of our own store: they were verified when they came, and no one else can make them.
struct Recall {
  static Verified from_store(KeptRequest kept, WallTime received_at);
};

// The one comparison of secrets, signatures and tokens: time depends on the lengths alone.
bool equal_in_constant_time(std::string_view a, std::string_view b);

}  // namespace senja::signature
