// /healthz: the process lives. /readyz: whether it can accept events, and what is not as it should be.
#pragma once

#include <string>
#include <vector>

#include "net/message.h"
#include "store/store.h"

namespace senja::inbound {

struct Readiness {
  bool accepts = true;
  std::vector<std::string> reasons;  // none: ready. Some, while it accepts: degraded
};

// What speaks for and against it beside the store.
struct Circumstances {
  bool draining = false;
  bool stuck = false;                   // an I/O thread makes no progress
  std::vector<std::string> silences{};  // a sentence for each source that should have been heard from
};

Readiness readiness(const store::Health& store, const Circumstances& around);

net::Response healthz();
net::Response readyz(const Readiness& readiness);

}  // namespace senja::inbound
