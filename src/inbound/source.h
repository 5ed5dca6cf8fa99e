// A source as the road sees it: how to verify, how to read, how to judge.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

#include "senja/contract/reader.h"
#include "senja/model/ids.h"
#include "senja/model/limits.h"
#include "senja/rules/policy.h"
#include "senja/signature/scheme.h"
#include "senja/signature/verifier.h"

namespace senja::inbound {

// Immutable once loaded, shared by all threads.
struct Source {
  SourceName name;
  signature::Scheme scheme;
  std::vector<signature::LiveSecret> secrets;  // empty only under the scheme `none`
  std::optional<std::chrono::seconds> tolerance;
  std::shared_ptr<const contract::Reader> reader;
  std::shared_ptr<const rules::Policy> policy;
  std::size_t body_bytes_max = limits::body_bytes_max_default;
};

}  // namespace senja::inbound
