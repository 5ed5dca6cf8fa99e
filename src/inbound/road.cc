#include "inbound/road.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "senja/model/digest.h"

namespace senja::inbound {

namespace {

signature::Verifier verifier_of(const Source& source);
Refused refused(Code code);
Admitted rejected(contract::Rejected rejected, const std::shared_ptr<const rules::Policy>& policy);

}  // namespace

Lane::Lane(std::shared_ptr<const Source> source) : source_(std::move(source)), verifier_(verifier_of(*source_)) {}

std::variant<Refused, Admitted> Lane::on_request(RawRequest raw) {
  auto verified = verifier_.verify(std::move(raw));
  if (!verified) {
    const bool late = verified.error().kind == signature::Refusal::Kind::timestamp;
    return refused(late ? Code::timestamp : Code::signature);
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
  return refused(Code::signature);
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

Refused refused(Code code) {
  // Strangers are not told what exactly did not fit.
  const std::string_view detail = code == Code::timestamp ? "the signature's time is outside the tolerance"
                                                          : "the request is not signed as this source signs";
  return {code, rules::problem(row(code).gentle, text(code), detail)};
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
