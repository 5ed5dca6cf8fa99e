// A source as the road sees it: who may send, how to verify, how to read, how to judge.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "inbound/rate_limit.h"
#include "net/ip.h"
#include "senja/contract/reader.h"
#include "senja/model/ids.h"
#include "senja/model/limits.h"
#include "senja/rules/policy.h"
#include "senja/signature/scheme.h"
#include "senja/signature/verifier.h"

namespace senja::inbound {

// A client certificate is wanted, for one of these names; none listed: for any.
struct WantedCertificate {
  std::vector<std::string> names;
};

// Immutable once loaded, shared by all threads.
struct Source {
  SourceName name;
  signature::Scheme scheme;
  std::vector<signature::LiveSecret> secrets;  // empty only under the scheme `none`
  std::optional<std::chrono::seconds> tolerance;
  std::shared_ptr<const contract::Reader> reader;
  std::shared_ptr<const rules::Policy> policy;
  std::size_t body_bytes_max = limits::body_bytes_max_default;
  bool gzip = false;  // bodies may be gzip-encoded

  std::vector<net::IpRange> allow_from;  // empty: from anywhere
  std::optional<WantedCertificate> certificate;
  std::optional<Rate> rate;
  std::optional<Micros> expect_every;  // silent for longer: an alarm
};

}  // namespace senja::inbound
