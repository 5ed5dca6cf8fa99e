#include "demo/events.h"

#include <boost/json.hpp>

#include "senja/contract/times.h"

namespace senja::demo {

namespace json = boost::json;

std::string body_of(const ChangeBody& change) {
  return json::serialize(json::object{{"event_id", change.event_id},
                                      {"resource_id", change.resource_id},
                                      {"action", change.action},
                                      {"version", change.version},
                                      {"issued_at", contract::format_rfc3339(change.issued_at)},
                                      {"expires_at", contract::format_rfc3339(change.expires_at)}});
}

std::string body_of(const ResultBody& result) {
  return json::serialize(json::object{{"event_id", result.event_id},
                                      {"job_id", "job-" + result.event_id},
                                      {"user_id", result.user_id},
                                      {"amount", result.amount}});
}

}  // namespace senja::demo
