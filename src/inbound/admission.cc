#include "inbound/admission.h"

#include <algorithm>
#include <string>
#include <utility>

#include "inbound/inflate.h"

namespace senja::inbound {

namespace {

bool vouched_for(const net::Certificate* shown, const WantedCertificate& wanted) {
  if (!shown) return false;
  return wanted.names.empty() || std::ranges::any_of(shown->names, [&](const std::string& name) {
           return std::ranges::find(wanted.names, name) != wanted.names.end();
         });
}

net::Response too_many(Micros retry_after);

}  // namespace

std::optional<TurnedAway> turn_away(const Source& source, RateLimit& rate, const Knock& knock) {
  using net::refusal;
  const auto& [head, body, caller, at] = knock;
  if (!source.allow_from.empty() && !any_contains(source.allow_from, caller.address))
    return TurnedAway{Refusal::address, refusal(403, "forbidden", "this source takes no requests from this address")};
  if (source.certificate && !vouched_for(caller.certificate, *source.certificate))
    return TurnedAway{Refusal::certificate, refusal(403, "forbidden", "this source wants another client certificate")};
  if (head.method != "POST") return TurnedAway{Refusal::method, not_allowed("POST")};
  if (body.content_length.value_or(0) > source.body_bytes_max)
    return TurnedAway{Refusal::too_large, refusal(413, "body_too_large", "the body is larger than this source takes")};
  if (!accepts_encoding(source, head.headers))
    return TurnedAway{Refusal::encoding,
                      refusal(415, "unsupported_media_type", "this source takes no body of this content-encoding")};
  if (source.rate)
    if (const Micros wait = rate.take(*source.rate, at); wait > Micros{0}) return TurnedAway{Refusal::rate, too_many(wait)};
  return std::nullopt;
}

net::Response not_allowed(std::string allow) {
  net::Response response = net::refusal(405, "method_not_allowed", "this path takes " + allow);
  response.headers.emplace_back("allow", std::move(allow));
  return response;
}

namespace {

net::Response too_many(Micros retry_after) {
  const auto seconds = std::chrono::ceil<std::chrono::seconds>(retry_after).count();
  net::Response response = net::refusal(429, "rate_limited", "requests to this source come faster than it takes them");
  response.headers.emplace_back("retry-after", std::to_string(seconds));
  return response;
}

}  // namespace

}  // namespace senja::inbound
