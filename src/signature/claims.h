// What a request says of its own signature: well formed, but not yet known to be true.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <span>
#include <string_view>

#include "senja/model/limits.h"
#include "senja/signature/scheme.h"
#include "senja/signature/verifier.h"
#include "signature/lookup.h"

namespace senja::signature {

// The texts of a signature value's items of a known shape. Views into the value.
class Items {
 public:
  std::span<const std::string_view> signatures() const { return {signatures_.data(), count_}; }
  void add(std::string_view signature) { signatures_[count_++] = signature; }

  std::string_view timestamp;
  std::size_t timestamps = 0;

 private:
  std::array<std::string_view, limits::signatures_per_header_max> signatures_;
  std::size_t count_ = 0;
};

struct Claims {
  Items items;
  std::string_view timestamp;  // as sent; empty where the scheme has none
  std::int64_t at = 0;         // the same in the scheme's unit
  std::string_view id;         // empty: none, or in the body
};

// The scheme is not Algorithm::none. Nothing secret is touched, and no MAC is computed for a request that is refused here.
std::expected<Claims, Refusal> read_claims(const Scheme& scheme, Lookup& lookup);

// The id that stands at the scheme's place for this alternative, without a judgement of its bytes.
std::expected<std::string_view, Refusal> read_id(const Scheme& scheme, std::size_t alternative, Lookup& lookup);

}  // namespace senja::signature
