#include "inbound/road.h"

#include <algorithm>
#include <expected>
#include <stdexcept>
#include <string>
#include <utility>

#include "inbound/inflate.h"
#include "senja/model/digest.h"

namespace senja::inbound {

namespace {

signature::Verifier verifier_of(const Source& source);
Refused refused(Code code, const Source& source);
std::expected<Verified, contract::Rejected> decoded(Verified verified, std::size_t bytes_max);
Admitted rejected(contract::Rejected rejected, const std::shared_ptr<const rules::Policy>& policy);

}  // namespace

Lane::Lane(std::shared_ptr<const Source> source) : source_(std::move(source)), verifier_(verifier_of(*source_)) {}

std::variant<Refused, Admitted> Lane::on_request(RawRequest raw) {
  auto verified = verifier_.verify(std::move(raw));
  if (!verified) {
    const bool late = verified.error().kind == signature::Refusal::Kind::timestamp;
    return refused(late ? Code::timestamp : Code::signature, *source_);
  }
  if (source_->gzip && is_encoded(verified->request().headers)) {
    auto plain = decoded(std::move(*verified), source_->body_bytes_max);
    if (!plain) return rejected(std::move(plain.error()), source_->policy);
    verified = std::move(*plain);
  }
  auto event = source_->reader->read(std::move(*verified));
  if (!event) return rejected(std::move(event.error()), source_->policy);
  rules::Echo echo = rules::echo_of(*event, source_->policy);
  return Admitted{rules::intend(std::move(*event), source_->policy), std::move(echo), std::nullopt};
}

std::optional<Refused> Lane::on_head(const Headers& headers) const {
  const auto& places = source_->scheme.signature;
  const bool may_be_signed = std::ranges::any_of(places, [&headers](const signature::Place& place) {
    return place.kind != signature::Place::Kind::header || headers.first(place.name).has_value();
  });
  if (may_be_signed || source_->scheme.algorithm == signature::Algorithm::none) return std::nullopt;
  return refused(Code::signature, *source_);
}

rules::Answer answer_to(const rules::Echo& echo, const std::optional<Violation>& violation, const rules::Verdict& verdict) {
  if (violation && verdict.code == Code::rejected) return rules::answer(*violation, echo);
  return rules::answer(echo, verdict);
}

namespace {

// The config has made one of these already, so it cannot fail here.
signature::Verifier verifier_of(const Source& source) {
  auto verifier = signature::Verifier::make(source.scheme, source.secrets, source.tolerance);
  if (!verifier) throw std::logic_error("source " + source.name.text + ": " + verifier.error().problem);
  return std::move(*verifier);
}

Refused refused(Code code, const Source& source) {
  // Strangers are not told what exactly did not fit.
  const std::string_view detail = code == Code::timestamp ? "the signature's time is outside the tolerance"
                                                          : "the request is not signed as this source signs";
  return {code, rules::refused(code, detail, *source.policy)};
}

// The letter of one that cannot be decoded keeps the bytes of the wire.
std::expected<Verified, contract::Rejected> decoded(Verified verified, std::size_t bytes_max) {
  auto body = inflate(verified.request().body, bytes_max);
  if (body) return std::move(verified).with_decoded_body(*std::move(body));
  RawRequest request = std::move(verified).release();
  const std::string expected = "a gzip body of at most " + std::to_string(bytes_max) + " bytes, decoded";
  return std::unexpected{
      contract::Rejected{.violation = {Violation::Kind::not_json, "body", expected, std::string{body.error()}},
                         .event_id = {},
                         .received_at = request.received_at,
                         .kept = {.body = std::move(request.body), .context = {}}}};
}

Admitted rejected(contract::Rejected rejected, const std::shared_ptr<const rules::Policy>& policy) {
  EventId id = rejected.event_id ? std::move(*rejected.event_id) : EventId{"sha256:" + sha256_hex(rejected.kept.body)};
  rules::Echo echo{policy, id, {}};
  Violation violation = rejected.violation;
  rules::RejectIntent intent{policy, std::move(id), std::move(rejected.violation), rejected.received_at,
                             std::move(rejected.kept)};
  return {std::move(intent), std::move(echo), std::move(violation)};
}

}  // namespace

}  // namespace senja::inbound
