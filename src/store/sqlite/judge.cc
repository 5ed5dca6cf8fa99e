// One intent inside the open transaction: gather its facts, decide, write the change.
#include <type_traits>
#include <utility>

#include "store/letter_id.h"
#include "store/sqlite/columns.h"
#include "store/sqlite/invariant.h"
#include "store/sqlite/writer.h"

namespace senja::store::sqlite {

namespace {

std::optional<std::int64_t> letter_of(const rules::ReplayIntent* replay) {
  if (!replay) return std::nullopt;
  const auto parsed = parse_letter_id(replay->letter);
  return parsed ? std::optional{parsed->number} : std::nullopt;
}

}  // namespace

Writer::Judged Writer::judge(Job& job) {
  std::optional<std::int64_t> rid;
  rules::Facts facts = gather(job.intent, rid);
  facts.effect_failure = job.known_failure;
  rules::Change change = rules::decide(job.intent, facts);
  if (!change.run_effects) {
    write(job.intent, change, facts, rid);
    if (change.record) {
      reach(Step::after_ledger);
      reach(Step::after_effects);
    }
    return {std::move(change.verdict), std::nullopt};
  }

  const auto* replay = std::get_if<rules::ReplayIntent>(&job.intent);
  const rules::EventIntent& event = replay ? replay->event : std::get<rules::EventIntent>(job.intent);
  const std::size_t ledger_mark = ledger_.mark(), waiting_mark = waiting_.mark();
  savepoint_.finish();
  write(job.intent, change, facts, rid);
  reach(Step::after_ledger);
  auto failure = run_effects(event, change, facts);
  if (!database_.in_transaction()) {
    if (!failure) throw SqlFailure(SQLITE_ABORT, "an effect ended the transaction");
    return {{}, std::move(failure)};
  }
  if (failure) {
    rollback_to_.finish();
    ledger_.unstage(ledger_mark);
    waiting_.unstage(waiting_mark);
    facts.effect_failure = std::move(failure);
    change = rules::decide(job.intent, facts);
    release_.finish();
    write(job.intent, change, facts, rid);
    return {std::move(change.verdict), std::nullopt};
  }
  release_.finish();
  reach(Step::after_effects);
  return {std::move(change.verdict), std::nullopt};
}

rules::Facts Writer::gather(const rules::Intent& intent, std::optional<std::int64_t>& rid) {
  rules::Facts facts;
  facts.now =
      StoreTime{clock_.wall().time_since_epoch()};  // this store's clock is the process's; the one writer holds every lock
  if (const auto* event = std::get_if<rules::EventIntent>(&intent)) {
    gather_event(*event, facts);
  } else if (const auto* replay = std::get_if<rules::ReplayIntent>(&intent)) {
    gather_event(replay->event, facts);
    facts.letter = letters_.find(replay->letter);
  } else if (const auto* put = std::get_if<rules::PutIntent>(&intent)) {
    if (auto row = resources_.find(put->resource_id, true)) {
      rid = row->rid;
      facts.resource = std::move(row->resource);
    }
  }
  const rules::Needs needed = rules::needs(intent);
  const auto* replay = std::get_if<rules::ReplayIntent>(&intent);
  const auto* event = replay ? &replay->event : std::get_if<rules::EventIntent>(&intent);
  // A known record answers by itself; its resource need not be read.
  if (event && event->resource_id && needed.resource && (replay || !facts.record)) {
    if (auto row = resources_.find(*event->resource_id, needed.skipped)) {
      rid = row->rid;
      facts.resource = std::move(row->resource);
    }
  }
  return facts;
}

void Writer::gather_event(const rules::EventIntent& event, rules::Facts& facts) {
  facts.doubt = trust_.doubt(event.policy->time.margin);
  facts.horizon = ledger_.horizon(event.policy->source);
  facts.waiting = waiting_.has(event.key);
  facts.waiting_counts = waiting_.counts(event);
  if (const auto entry = ledger_.find(event.key)) {
    facts.record = entry->record;
    if (event.fingerprint == entry->record.fingerprint || !event.fingerprint || !entry->record.fingerprint)
      repeated_now_.push_back(entry->seq);
  }
}

std::optional<rules::EffectFailure> Writer::run_effects(const rules::EventIntent& event, const rules::Change& change,
                                                        const rules::Facts& facts) {
  const BuiltIns built_ins{utc(facts.now), event.received_at, event.event_id.text, event.policy->source.text,
                           change.verdict.version};
  for (std::size_t i = 0; i < event.effects.size(); ++i)
    if (auto failure = effects_.run(event.effects[i], i, built_ins)) return failure;
  return std::nullopt;
}

void Writer::write(const rules::Intent& intent, const rules::Change& change, const rules::Facts& facts,
                   std::optional<std::int64_t> rid) {
  const WallTime now = utc(facts.now);
  const auto* put = std::get_if<rules::PutIntent>(&intent);
  const auto* replay = std::get_if<rules::ReplayIntent>(&intent);
  const auto* event = replay ? &replay->event : std::get_if<rules::EventIntent>(&intent);

  if (change.resource) {
    const ResourceId& id = put ? put->resource_id : event->resource_id.value();
    const bool has_skipped = facts.resource && !facts.resource->skipped.empty();
    if (!resources_.write(id, rid, *change.resource, has_skipped, now))
      throw InvariantFailure("resource " + id.text + " was not as it was decided");
  }
  if (change.skip) resources_.skip(event->resource_id.value(), rid, *change.skip);
  if (change.record) {
    const rules::Record record{change.verdict.code, event->fingerprint, change.record->version, change.record->memory_until};
    ledger_.append({event->policy->source, event->event_id, event->key, record, event->resource_id,
                    event->action ? std::string_view{event->action->text} : std::string_view{}, event->received_at, now,
                    event->kept, letter_of(replay)});
  }
  if (change.letter) write_letter(intent, *change.letter, now);
  if (change.waiting == rules::Change::Waiting::note) waiting_.note(*event, change.verdict.code, now);
  if (change.waiting == rules::Change::Waiting::clear) waiting_.clear(event->key);
  if (change.resolve_letter) {
    letters_.resolve(replay->letter, now);
    audit(replay->actor, "replay", replay->letter.text, now);
  }
  if (put && change.resource) audit(put->actor, "put", put->resource_id.text, now);
}

void Writer::write_letter(const rules::Intent& intent, const rules::LetterWrite& letter, WallTime now) {
  if (const auto* rejected = std::get_if<rules::RejectIntent>(&intent)) {
    letters_.write({rejected->policy->source, rejected->event_id, letter.cause, letter.may_have_applied, letter.detail,
                    rejected->received_at, &rejected->kept.body, rejected->kept.context},
                   now);
    return;
  }
  const auto* replay = std::get_if<rules::ReplayIntent>(&intent);
  const rules::EventIntent& event = replay ? replay->event : std::get<rules::EventIntent>(intent);
  letters_.write({event.policy->source, event.event_id, letter.cause, letter.may_have_applied, letter.detail,
                  event.received_at, &event.kept.body, event.kept.context},
                 now);
}

void Writer::audit(const rules::Actor& actor, std::string_view what, std::string_view target, WallTime now) {
  audit_.bind(1, micros(now))
      .bind(2, std::string_view{actor.who})
      .bind(3, what)
      .bind(4, target)
      .bind(5, std::string_view{actor.reason})
      .finish();
}

}  // namespace senja::store::sqlite
