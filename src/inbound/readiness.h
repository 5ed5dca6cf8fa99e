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

Readiness readiness(const store::Health& store, bool draining);

net::Response healthz();
net::Response readyz(const Readiness& readiness);

}  // namespace senja::inbound
