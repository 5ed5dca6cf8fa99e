#include "senja/rules/decide.h"

#include <variant>

#include "rules/decision.h"
#include "rules/judge.h"
#include "rules/memory.h"
#include "rules/order.h"
#include "senja/model/limits.h"

namespace senja::rules {

namespace {

Verdict verdict_of(Judgement found);
Judgement busy(std::string why) {
  return {.code = Code::busy, .detail = std::move(why), .retry_after = limits::retry_after_default};
}
bool same_content(const EventIntent& event, const Record& record);
bool waiting_is_full(const EventIntent& event, const WaitingCounts& counts);
NumberUse number_use(const EventIntent& event, const Facts& facts, const Judgement& found);

}  // namespace

Change decide(const Intent& intent, const Facts& facts) {
  return std::visit([&facts](const auto& asked) { return Decision::about(asked, facts); }, intent);
}

// The ledger first. Then the judgement, which is kept as its row of the outcome table says.
Change Decision::about(const EventIntent& event, const Facts& facts) {
  Change change;
  const auto clear_waiting = [&] {
    if (facts.waiting) change.waiting = Change::Waiting::clear;
  };

  if (facts.record && same_content(event, *facts.record)) {
    change.verdict.code = facts.record->code;
    change.verdict.version = facts.record->version;
    change.verdict.replay = true;
    clear_waiting();
    return change;
  }
  if (facts.record) {
    change.verdict.code = Code::reused_id;
    change.verdict.detail = "this event_id came earlier with other content";
    change.letter = LetterWrite{Code::reused_id, false, change.verdict.detail};
    clear_waiting();
    return change;
  }

  Judgement found = judge(event, facts, {.expires_at = event.expires_at});
  NumberUse number = number_use(event, facts, found);
  if (number.full) {
    found = busy("the resource holds too many numbers used up ahead of their turn");
    number = {};
  }
  if (row(found.code).waits && !facts.waiting && waiting_is_full(event, facts.waiting_counts))
    found = busy("too many events are waiting");

  const OutcomeRow& kept = row(found.code);
  change.run_effects = found.code == Code::applied && !event.effects.empty();
  change.resource = found.resource ? found.resource : number.row;
  change.skip = number.skip;
  if (kept.recorded) change.record = RecordWrite{found.version, memory_until(event, event.policy->time, utc(facts.now))};
  if (kept.lettered) {
    const bool unsure = found.code != Code::rejected && may_be_forgotten(event, facts.horizon);
    change.letter = LetterWrite{found.code, unsure, found.detail};
  }
  if (kept.waits) change.waiting = Change::Waiting::note;
  if (kept.kind == Kind::final) clear_waiting();
  change.verdict = verdict_of(std::move(found));
  return change;
}

// A signed request that is no event: kept for people, and nothing moves.
Change Decision::about(const RejectIntent& rejected, const Facts&) {
  Change change;
  change.verdict.code = Code::rejected;
  change.verdict.detail = rejected.violation.message();
  change.letter = LetterWrite{Code::rejected, false, change.verdict.detail};
  return change;
}

// Under `new` an event may use up its number before its resource is judged, so the row is read whether a transition
// applies or not. A PUT goes on from where the numbers stand.
Needs needs(const Intent& intent) {
  const auto of_event = [](const EventIntent& event) -> Needs {
    const VersionMeans means = event.policy->version;
    const bool numbered = means == VersionMeans::strict || means == VersionMeans::latest;
    const bool resource = event.resource_id && (numbered || event.transition != nullptr);
    return {.resource = resource, .skipped = resource && means == VersionMeans::strict};
  };
  if (const auto* event = std::get_if<EventIntent>(&intent)) return of_event(*event);
  if (const auto* replay = std::get_if<ReplayIntent>(&intent)) return of_event(replay->event);
  const bool put = std::holds_alternative<PutIntent>(intent);
  return {.resource = put, .skipped = put};
}

namespace {

Verdict verdict_of(Judgement found) {
  Verdict verdict;
  verdict.code = found.code;
  verdict.version = found.version;
  if (found.resource) verdict.revision = found.resource->revision;
  verdict.time = found.time;
  verdict.retry_after = found.retry_after;
  verdict.detail = std::move(found.detail);
  return verdict;
}

// `fingerprint = "none"`, today or when the record was made, calls every repeat the same event.
bool same_content(const EventIntent& event, const Record& record) {
  return !event.fingerprint || !record.fingerprint || *event.fingerprint == *record.fingerprint;
}

bool waiting_is_full(const EventIntent& event, const WaitingCounts& counts) {
  return (event.resource_id && counts.resource >= limits::waiting_per_resource_max) ||
         counts.source >= limits::waiting_per_source_max || counts.all >= limits::waiting_max;
}

// An applied transition carries its number in the resource's new row.
NumberUse number_use(const EventIntent& event, const Facts& facts, const Judgement& found) {
  const VersionMeans means = event.policy->version;
  if (found.resource || !event.resource_id || !event.version || !uses_number(means, found.code)) return {};
  return use_number(means, *event.version, facts.resource);
}

}  // namespace

}  // namespace senja::rules
