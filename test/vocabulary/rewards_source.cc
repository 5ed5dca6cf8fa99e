#include "vocabulary/rewards_source.h"

#include <utility>

#include "senja/contract/contract.h"
#include "senja/model/json_text.h"
#include "senja/signature/catalogue.h"
#include "senja/signature/sign.h"

namespace senja::testing {

namespace {

const Secret secret{"rewards-demo-secret"};

signature::Scheme scheme() { return signature::compile(*signature::find_scheme("sha256-body")).value(); }

contract::Contract contract() {
  contract::Contract contract;
  contract.event_id = contract::parse_place("/event_id").value();
  contract.resource_id = contract::parse_place("/resource_id").value();
  contract.action = contract::parse_place("/action").value();
  contract.version = contract::parse_place("/version").value();
  contract.issued_at = {contract::parse_place("/issued_at").value(), contract::TimeUnit::s};
  contract.expires_at = {contract::parse_place("/expires_at").value(), contract::TimeUnit::s};
  contract.required = {"event_id", "resource_id", "action", "version", "issued_at", "expires_at"};
  return contract;
}

std::int64_t seconds(WallTime at) { return std::chrono::floor<std::chrono::seconds>(at.time_since_epoch()).count(); }

}  // namespace

std::shared_ptr<const inbound::Source> rewards_source(Answers answers) {
  rules::Policy policy;
  policy.source = SourceName{"rewards"};
  policy.reads_action = true;
  policy.version = rules::VersionMeans::expected;
  policy.answers = answers;
  policy.transitions[Action{"CLAIM"}] = {.from = {State{"PENDING"}}, .to = State{"CLAIMED"}, .create = false};

  inbound::Source source;
  source.name = policy.source;
  source.scheme = scheme();
  source.secrets = {{secret, std::nullopt, std::nullopt}};
  source.reader = std::make_shared<const contract::Reader>(contract::Reader::make(contract()).value());
  source.policy = std::make_shared<const rules::Policy>(std::move(policy));
  source.body_bytes_max = 4096;
  return std::make_shared<const inbound::Source>(std::move(source));
}

std::string body_of(const Claim& claim) {
  JsonText body;
  body.begin_object().member("event_id", claim.event_id).member("resource_id", claim.resource_id).member("action", "CLAIM");
  body.member("version", claim.version).member("issued_at", seconds(claim.issued_at));
  body.member("expires_at", seconds(claim.expires_at)).end_object();
  return std::move(body).take();
}

RawRequest signed_request(std::string body, WallTime now) {
  RawRequest request;
  request.method = "POST";
  request.target = "/in/rewards";
  request.received_at = now;
  const signature::ToSign what{.method = request.method, .target = request.target, .body = body, .id = {}, .at = now};
  const auto headers = signature::sign(scheme(), secret, what).value();
  for (const auto& [name, value] : headers) request.headers.add(name, value);
  request.body = std::move(body);
  return request;
}

}  // namespace senja::testing
