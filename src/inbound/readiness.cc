#include "inbound/readiness.h"

#include <utility>

#include "senja/model/json_text.h"

namespace senja::inbound {

Readiness readiness(const store::Health& store, const Circumstances& around) {
  Readiness readiness{store.accepting && !around.draining && !around.stuck, store.reasons};
  readiness.reasons.insert(readiness.reasons.end(), around.silences.begin(), around.silences.end());
  if (around.stuck) readiness.reasons.emplace_back("an I/O thread makes no progress");
  if (around.draining) readiness.reasons.emplace_back("this process is ending");
  return readiness;
}

net::Response healthz() { return {.body = R"({"status":"ok"})"}; }

net::Response readyz(const Readiness& readiness) {
  JsonText json;
  const char* status = !readiness.accepts ? "unavailable" : readiness.reasons.empty() ? "ready" : "degraded";
  json.begin_object().member("status", status).key("reasons").begin_array();
  for (const std::string& reason : readiness.reasons) json.value(reason);
  json.end_array().end_object();
  return {.status = readiness.accepts ? 200 : 503, .body = std::move(json).take()};
}

}  // namespace senja::inbound
