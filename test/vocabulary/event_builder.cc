#include "vocabulary/event_builder.h"

#include <utility>

#include "senja/contract/reader.h"
#include "senja/model/json_text.h"
#include "senja/signature/verifier.h"

namespace senja::testing {

namespace {

const contract::Reader& bare_reader() {
  static const contract::Reader reader = [] {
    contract::Contract contract;
    contract.event_id = contract::parse_place("/event_id").value();
    contract.fingerprinting = contract::Contract::Fingerprinting::none;
    return contract::Reader::make(std::move(contract)).value();
  }();
  return reader;
}

}  // namespace

EventBuilder& EventBuilder::on(std::string resource_id) {
  resource_id_ = ResourceId{std::move(resource_id)};
  return *this;
}
EventBuilder& EventBuilder::doing(std::string action) {
  action_ = Action{std::move(action)};
  return *this;
}
EventBuilder& EventBuilder::version(std::optional<std::int64_t> version) {
  version_ = version;
  return *this;
}
EventBuilder& EventBuilder::issued_at(std::optional<WallTime> at) {
  issued_at_ = at;
  return *this;
}
EventBuilder& EventBuilder::expires_at(std::optional<WallTime> at) {
  expires_at_ = at;
  return *this;
}
EventBuilder& EventBuilder::received_at(WallTime at) {
  received_at_ = at;
  return *this;
}
EventBuilder& EventBuilder::saying(std::string content) {
  content_ = std::move(content);
  return *this;
}
EventBuilder& EventBuilder::without_fingerprint() {
  content_.reset();
  return *this;
}
EventBuilder& EventBuilder::pick(std::optional<Scalar> value) {
  picks_.push_back(std::move(value));
  return *this;
}

Event EventBuilder::event() const {
  JsonText body;
  body.begin_object().member("event_id", event_id_).end_object();
  KeptRequest kept;
  kept.body = std::move(body).take();
  Event event = bare_reader().read(signature::Recall::from_store(std::move(kept), received_at_)).value();
  event.resource_id = resource_id_;
  event.action = action_;
  event.version = version_;
  event.issued_at = issued_at_;
  event.expires_at = expires_at_;
  if (content_) event.fingerprint = fingerprint_of(*content_);
  event.picks = picks_;
  return event;
}

rules::EventIntent EventBuilder::intent(std::shared_ptr<const rules::Policy> policy) const {
  return rules::intend(event(), std::move(policy));
}

}  // namespace senja::testing
