// A dead letter judged once more, for an operator. It writes only if the event is applied now; whatever else it comes to
// is told and leaves letter, ledger and numbers as they are.
#include <algorithm>

#include "rules/decision.h"
#include "rules/judge.h"
#include "rules/memory.h"
#include "rules/order.h"

namespace senja::rules {

namespace {

RefusedBecause refusal(const ReplayIntent& replay, const Facts& facts);
bool can_be_replayed(Code cause);
bool names_expiry(const ReplayIntent& replay) { return replay.new_expiry || replay.ignore_expiry; }
Terms terms_of(const ReplayIntent& replay, const LetterFacts& letter);
WallTime memory_after(const ReplayIntent& replay, const Terms& terms, const Facts& facts);
std::string_view sentence(RefusedBecause why);

}  // namespace

Change Decision::about(const ReplayIntent& replay, const Facts& facts) {
  Change change;
  change.verdict.operator_call = true;
  const auto refuse = [&change](RefusedBecause why) {
    change.verdict.refused = why;
    change.verdict.detail = sentence(why);
    return change;
  };
  if (const RefusedBecause why = refusal(replay, facts); why != RefusedBecause::none) return refuse(why);

  const Terms terms = terms_of(replay, *facts.letter);
  Judgement found = judge(replay.event, facts, terms);
  change.verdict.code = found.code;
  change.verdict.version = found.version;
  change.verdict.time = found.time;
  change.verdict.retry_after = found.retry_after;
  change.verdict.detail = found.detail;
  if (found.code == Code::expired) return refuse(RefusedBecause::expiry_needed);
  if (found.code != Code::applied) return change;

  if (!found.resource && replay.event.resource_id && replay.event.version &&
      uses_number(replay.event.policy->version, found.code)) {
    NumberUse number = use_number(replay.event.policy->version, *replay.event.version, facts.resource);
    change.resource = number.row;
    change.skip = number.skip;
  }
  if (found.resource) {
    change.verdict.revision = found.resource->revision;
    change.resource = found.resource;
  }
  change.record = RecordWrite{found.version, memory_after(replay, terms, facts)};
  change.run_effects = !replay.event.effects.empty();
  change.resolve_letter = true;
  if (facts.waiting) change.waiting = Change::Waiting::clear;
  return change;
}

namespace {

// A record of another outcome and of other content belongs to another event of the same id: this letter's event never
// was in the ledger, and must not take that place.
RefusedBecause refusal(const ReplayIntent& replay, const Facts& facts) {
  if (!facts.letter) return RefusedBecause::no_letter;
  const LetterFacts& letter = *facts.letter;
  if (letter.resolved) return RefusedBecause::resolved;
  if (!can_be_replayed(letter.cause)) return RefusedBecause::cause;
  if (facts.record && facts.record->code == Code::applied) return RefusedBecause::applied;
  if (facts.record && facts.record->fingerprint && replay.event.fingerprint &&
      *facts.record->fingerprint != *replay.event.fingerprint)
    return RefusedBecause::cause;
  // Doubt that arose after the letter was written counts as well: its own record, or that of a replay of another letter
  // of the same event, may be gone by now.
  const bool unsure = letter.may_have_applied || (!facts.record && may_be_forgotten(replay.event, facts.horizon));
  if (unsure && !replay.may_have_applied) return RefusedBecause::may_have_applied;
  if (letter.cause == Code::expired && !names_expiry(replay)) return RefusedBecause::expiry_needed;
  return RefusedBecause::none;
}

bool can_be_replayed(Code cause) {
  switch (cause) {
    case Code::expired:
    case Code::sunset:
    case Code::conflict_state:
    case Code::conflict_rows:
    case Code::conflict_effect:
    case Code::too_old:
    case Code::abandoned:
      return true;
    default:
      return false;
  }
}

// Where both are given, the new expiry counts: a deadline is never dropped by accident.
Terms terms_of(const ReplayIntent& replay, const LetterFacts& letter) {
  Terms terms{.expires_at = replay.event.expires_at,
              .judge_age = false,
              .number_is_its_own = uses_number(replay.event.policy->version, letter.cause)};
  if (replay.ignore_expiry) terms.expires_at.reset();
  if (replay.new_expiry) terms.expires_at = replay.new_expiry;
  return terms;
}

// The sender may go on retrying until the later of both expiries; and no record is outlived by the one it replaced.
WallTime memory_after(const ReplayIntent& replay, const Terms& terms, const Facts& facts) {
  const TimePolicy& time = replay.event.policy->time;
  EventIntent as_replayed = replay.event;
  as_replayed.expires_at = terms.expires_at;
  const WallTime now = utc(facts.now);
  const WallTime replaced = facts.record ? facts.record->memory_until : WallTime::min();
  return std::max({replaced, memory_until(replay.event, time, now), memory_until(as_replayed, time, now)});
}

std::string_view sentence(RefusedBecause why) {
  switch (why) {
    case RefusedBecause::no_letter:
      return "there is no such dead letter";
    case RefusedBecause::resolved:
      return "the dead letter is resolved already";
    case RefusedBecause::applied:
      return "the event was applied: it is never applied again";
    case RefusedBecause::cause:
      return "a dead letter of this cause can only be resolved";
    case RefusedBecause::expiry_needed:
      return "the event's time has passed: give a new_expiry that has not, or ignore_expiry";
    case RefusedBecause::may_have_applied:
      return "the event may have been applied and forgotten: say may_have_applied to accept that";
    default:
      return "";
  }
}

}  // namespace

}  // namespace senja::rules
