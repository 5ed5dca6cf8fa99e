#include "senja/signature/verifier.h"

#include <algorithm>

#include "signature/claims.h"
#include "signature/key.h"
#include "signature/mac.h"
#include "signature/signed_bytes.h"
#include "signature/timestamp.h"

namespace senja::signature {

namespace {

struct Key {
  Mac mac;
  std::optional<WallTime> from, until;

  bool live_at(WallTime at) const { return (!from || at >= *from) && (!until || at < *until); }
};

bool any_equal(std::span<const std::string_view> signatures, std::string_view right, Encoding encoding);
bool equal_hex_in_any_case(std::string_view signature, std::string_view right);

}  // namespace

struct Verifier::Engine {
  std::shared_ptr<const Scheme> scheme;  // shared by the clones
  Tolerance tolerance;
  std::vector<Key> keys;
  std::vector<std::string_view> parts;  // kept for its capacity

  std::expected<std::string, Refusal> judge(const RawRequest& request);
  bool signed_by_a_live_key(std::span<const std::string_view> signatures, WallTime at);
};

std::expected<Verified, Refusal> Verifier::verify(RawRequest request) {
  auto id = engine_->judge(request);
  if (!id) return std::unexpected(id.error());
  return Verified{std::move(request), *std::move(id)};
}

// The age comes last: an old timestamp is only reported of a request whose signature is right.
std::expected<std::string, Refusal> Verifier::Engine::judge(const RawRequest& request) {
  Lookup lookup{request};
  if (scheme->algorithm == Algorithm::none) {
    const auto id = read_id(*scheme, 0, lookup);
    if (!id) return std::unexpected(id.error());
    return std::string{*id};
  }

  const auto claims = read_claims(*scheme, lookup);
  if (!claims) return std::unexpected(claims.error());

  parts.clear();
  if (const auto filled = fill(*scheme, claims->timestamp, claims->id, lookup, parts); !filled)
    return std::unexpected(Refusal{Refusal::Kind::signature, filled.error()});
  if (!signed_by_a_live_key(claims->items.signatures(), request.received_at))
    return std::unexpected(Refusal{Refusal::Kind::signature, "no signature is right under a live secret"});

  if (scheme->time) {
    switch (judge_age(claims->at, scheme->time->unit, request.received_at, tolerance)) {
      case Age::right:
        break;
      case Age::too_old:
        return std::unexpected(Refusal{Refusal::Kind::timestamp, "the timestamp is too old"});
      case Age::from_the_future:
        return std::unexpected(Refusal{Refusal::Kind::timestamp, "the timestamp is from the future"});
    }
  }
  return std::string{claims->id};
}

// One MAC for each live key, however many signatures came; no early end, so that the time says nothing of which was right.
bool Verifier::Engine::signed_by_a_live_key(std::span<const std::string_view> signatures, WallTime at) {
  bool right = false;
  for (Key& key : keys)
    if (key.live_at(at)) right |= any_equal(signatures, key.mac.over(parts, scheme->encoding).text(), scheme->encoding);
  return right;
}

std::expected<Verifier, KeyError> Verifier::make(const Scheme& scheme, const std::vector<LiveSecret>& secrets,
                                                 std::optional<std::chrono::seconds> tolerance) {
  auto engine = std::make_unique<Engine>();
  engine->scheme = std::make_shared<const Scheme>(scheme);
  if (tolerance)
    engine->tolerance = {tolerance, tolerance};
  else if (scheme.time)
    engine->tolerance = {scheme.time->past, scheme.time->future};
  if (scheme.algorithm == Algorithm::none) return Verifier{std::move(engine)};

  if (secrets.empty()) return std::unexpected(KeyError{0, "is missing"});
  for (std::size_t i = 0; i < secrets.size(); ++i) {
    const auto key = key_bytes(secrets[i].secret, scheme.key);
    if (!key) return std::unexpected(KeyError{i, key.error()});
    engine->keys.push_back({Mac{scheme.algorithm, *key}, secrets[i].from, secrets[i].until});
  }
  return Verifier{std::move(engine)};
}

Verifier Verifier::clone() const {
  auto engine = std::make_unique<Engine>();
  engine->scheme = engine_->scheme;
  engine->tolerance = engine_->tolerance;
  for (const Key& key : engine_->keys) engine->keys.push_back({key.mac.clone(), key.from, key.until});
  return Verifier{std::move(engine)};
}

Verifier::Verifier(std::unique_ptr<Engine> engine) : engine_(std::move(engine)) {}
Verifier::Verifier(Verifier&&) noexcept = default;
Verifier& Verifier::operator=(Verifier&&) noexcept = default;
Verifier::~Verifier() = default;

namespace {

// The encoded texts are compared, never decoded bytes: a decoder would let several spellings pass.
bool any_equal(std::span<const std::string_view> signatures, std::string_view right, Encoding encoding) {
  bool equal = false;
  for (const std::string_view signature : signatures)
    equal |= encoding == Encoding::hex_any_case ? equal_hex_in_any_case(signature, right)
                                                : equal_in_constant_time(signature, right);
  return equal;
}

bool equal_hex_in_any_case(std::string_view signature, std::string_view right) {
  std::array<char, 128> folded;
  if (signature.size() > folded.size()) return equal_in_constant_time(signature, right);  // false: too long to be a MAC
  std::ranges::transform(signature, folded.begin(),
                         [](char c) { return c >= 'A' && c <= 'F' ? static_cast<char>(c | 0x20) : c; });
  return equal_in_constant_time({folded.data(), signature.size()}, right);
}

}  // namespace

}  // namespace senja::signature
