#include "mischief.h"

#include <memory>

namespace senja::simulate {

std::optional<Mischief::Early> Mischief::on_submit(rules::Intent& intent) {
  ++count_;
  if (plant_ == Plant::lose_letter && std::holds_alternative<rules::RejectIntent>(intent)) {
    Early early;
    early.verdict.code = Code::rejected;
    return early;
  }
  auto* event = std::get_if<rules::EventIntent>(&intent);
  if (!event) return std::nullopt;
  switch (plant_) {
    case Plant::answer_before_commit:
      if (count_ % 10 == 0) {
        Early early;
        early.verdict.code = Code::applied;
        early.submit = true;
        return early;
      }
      break;
    case Plant::forget_ledger:
      if (!seen_.insert(event->key).second)
        event->key = ledger_key(event->policy->source, EventId{event->event_id.text + "#" + std::to_string(count_)});
      break;
    case Plant::apply_expired:
      event->expires_at.reset();
      break;
    case Plant::ignore_version: {
      auto policy = std::make_shared<rules::Policy>(*event->policy);
      policy->version = rules::VersionMeans::none;
      // The intent's transition and effects point into the source's own policy, which the house keeps.
      event->policy = std::move(policy);
      break;
    }
    case Plant::ignore_fingerprint:
      event->fingerprint.reset();
      break;
    default:
      break;
  }
  return std::nullopt;
}

void Mischief::on_settled(rules::Verdict& verdict) {
  if (plant_ == Plant::answer_503_applied && verdict.code == Code::applied && !verdict.operator_call && ++count_ % 10 == 0)
    verdict.code = Code::store;
  if (plant_ == Plant::repeat_differs && verdict.replay && verdict.version) ++*verdict.version;
}

}  // namespace senja::simulate
