#include "senja/signature/verifier.h"

namespace senja::signature {

Verified Recall::from_store(KeptRequest kept, WallTime received_at) {
  auto signed_id = recall_signed_id(kept);
  return Verified{recall(std::move(kept), received_at), std::move(signed_id)};
}

}  // namespace senja::signature
