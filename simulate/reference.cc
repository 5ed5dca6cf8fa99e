#include "reference.h"

#include <algorithm>

#include "terms.h"

namespace senja::simulate {
namespace {

bool is_time_outcome(Code code) { return code == Code::expired || code == Code::too_old || code == Code::sunset; }
std::string invariant_of(Code due, Code seen, bool replay_due);
void raise_seen(ReferenceResource& row, std::int64_t number);

}  // namespace

std::optional<Objection> Reference::settle(const Told& told, const rules::Policy& policy, Instant at,
                                           const rules::Verdict& seen) {
  if (seen.code == Code::clock && at.may_doubt) return std::nullopt;
  const EventKey key = key_of(told, policy);
  const auto known = records.find(key);
  const bool forgettable = known != records.end() && known->second.forgettable;

  Due due = judge(told, policy, at.now, true, Asked::event);
  if (forgettable && (seen.code != due.code || seen.replay != due.replay)) {
    // The record may be gone. Then the event is judged afresh, or too old by the horizon, but never applied again.
    due = judge(told, policy, at.now, false, Asked::event);
    if (due.code == Code::applied || seen.code == Code::too_old) due = {Code::too_old};
  } else if (seen.code == Code::too_old && behind_horizon(told, policy)) {
    due = {Code::too_old};
  }
  const auto story = [&](const std::string& what) {
    return what + ": " + told.body() + " at " + policy.source.text + ", due " + std::string(text(due.code)) +
           (due.replay ? " (repeat)" : "") + ", seen " + std::string(text(seen.code)) + (seen.replay ? " (repeat)" : "") +
           (seen.detail.empty() ? "" : " (" + seen.detail + ")");
  };
  if (at.must_doubt && !seen.replay && is_time_outcome(seen.code))
    return Objection{"I4", story("a final time outcome by a suspect clock")};
  if (seen.code != due.code || seen.replay != due.replay)
    return Objection{invariant_of(due.code, seen.code, due.replay), story("another outcome")};
  if (due.version && seen.version != due.version)
    return Objection{due.replay ? "I6" : "I5", story("version " + std::to_string(seen.version.value_or(-1)) +
                                                     " instead of " + std::to_string(*due.version))};
  write(told, policy, at.now, due);
  return std::nullopt;
}

void Reference::suppose(const Told& told, const rules::Policy& policy, Instant at) {
  write(told, policy, at.now, judge(told, policy, at.now, true, Asked::event));
}

std::optional<Objection> Reference::settle_rejected(const EventKey& key, const rules::Verdict& seen) {
  if (seen.code != Code::rejected)
    return Objection{"reference", "no event, yet not rejected: " + std::string(text(seen.code))};
  letter(key, Code::rejected);
  return std::nullopt;
}

std::optional<Objection> Reference::settle_put(const rules::PutIntent& put, const rules::Verdict& seen) {
  const auto found = resources.find(put.resource_id.text);
  const bool there = found != resources.end() && !found->second.placeholder;
  const bool matches = there ? put.if_match == found->second.revision : !put.if_match;
  if (seen.refused != rules::RefusedBecause::none) {
    if (matches) return Objection{"reference", "PUT " + put.resource_id.text + " was refused though its revision matches"};
    return std::nullopt;
  }
  if (!matches) return Objection{"I5", "PUT " + put.resource_id.text + " went over a revision it did not name"};
  ReferenceResource& row = resources[put.resource_id.text];
  row.state = put.state.text;
  row.version = put.version.value_or(there ? row.version : 1);
  row.sunset = put.expires_at;
  row.placeholder = false;
  ++row.revision;
  raise_seen(row, row.version);
  return std::nullopt;
}

std::optional<Objection> Reference::settle_replay(const Told& told, const rules::Policy& policy, Code cause,
                                                  std::optional<WallTime> expires_at, Instant at,
                                                  const rules::Verdict& seen) {
  if (seen.refused != rules::RefusedBecause::none || seen.code != Code::applied) return std::nullopt;
  const auto story = [&](const std::string& what) {
    return "replay of " + told.body() + " for " + std::string(text(cause)) + ": " + what;
  };
  const EventKey key = key_of(told, policy);
  ReferenceLetter& written = letters.at({key.first, key.second, cause});
  const auto known = records.find(key);
  if (known != records.end() && known->second.code == Code::applied) return Objection{"I2", story("it was applied before")};
  if (written.resolved) return Objection{"I2", story("its letter was resolved")};
  Told again = told;
  again.expires_at = expires_at;
  const bool own_number = uses_number(policy.version, cause);
  const Due due = judge(again, policy, at.now, false, own_number ? Asked::replay_of_used_number : Asked::replay);
  if (due.code != Code::applied)
    return Objection{invariant_of(due.code, seen.code, false), story("applied, due " + std::string(text(due.code)))};

  written.resolved = true;
  waiting.erase(key);
  const WallTime replaced = known == records.end() ? WallTime::min() : known->second.memory_until;
  const WallTime memory =
      std::max({replaced, memory_until(told, policy.time, at.now), memory_until(again, policy.time, at.now)});
  records[key] = {Code::applied, told.body(), due.version, memory, false};
  ++history;
  take_effect(again, policy);
  return std::nullopt;
}

void Reference::write(const Told& told, const rules::Policy& policy, WallTime now, const Due& due) {
  const EventKey key = key_of(told, policy);
  if (due.replay) {
    waiting.erase(key);
    return;
  }
  switch (due.code) {
    case Code::future:
    case Code::gap:
    case Code::unknown_resource:
    case Code::effect: {
      ReferenceWaiting& row = waiting[key];
      row = {due.code, plus(now, policy.abandon_after), row.count + 1};
      return;
    }
    case Code::clock:
      return;
    default:
      break;
  }
  waiting.erase(key);

  const bool recorded = due.code != Code::reused_id && due.code != Code::too_old && due.code != Code::rejected;
  const bool lettered = due.code != Code::applied && due.code != Code::ignored && due.code != Code::stale;
  if (lettered) letter(key, due.code);
  if (recorded) {
    records[key] = {due.code, told.body(), due.version, memory_until(told, policy.time, now), false};
    ++history;
  } else if (due.code == Code::too_old) {
    if (records.erase(key)) forgotten.insert(key);  // there only if it was forgettable, and now surely forgotten
  }
  if (due.code == Code::applied) {
    take_effect(told, policy);
  } else {
    use_up(told, policy, due.code);
  }
}

void Reference::take_effect(const Told& told, const rules::Policy& policy) {
  if (has_effects(told, policy)) ++entries[told.id];
  const rules::Transition* rule = rule_of(told, policy);
  if (!rule) return;
  ReferenceResource& row = resources[told.resource];
  if (row.revision == 0) row.sunset = told.expires_at;
  row.state = rule->to.text;
  row.version = policy.version == rules::VersionMeans::expected ? told.version + 1 : told.version;
  row.placeholder = false;
  ++row.revision;
  raise_seen(row, row.version);
}

// Under `new` a final outcome uses up its number, so that one refused event never blocks those behind it.
void Reference::use_up(const Told& told, const rules::Policy& policy, Code code) {
  if (told.resource.empty() || !uses_number(policy.version, code)) return;
  const auto [place, made] = resources.try_emplace(told.resource, ReferenceResource{"", 0, 0, 0, {}, true, {}});
  ReferenceResource& row = place->second;
  const std::int64_t current = std::max(row.version, row.seen);
  if (told.version <= current) {
    if (made) resources.erase(place);
  } else if (policy.version == rules::VersionMeans::strict && told.version > current + 1) {
    row.skipped.insert(told.version);
  } else {
    raise_seen(row, told.version);
  }
}

// A cause that comes again opens its letter again.
void Reference::letter(const EventKey& key, Code cause) {
  ReferenceLetter& written = letters[{key.first, key.second, cause}];
  ++written.count;
  written.resolved = false;
}

std::size_t Reference::lapsing(WallTime now) const {
  return static_cast<std::size_t>(
      std::ranges::count_if(waiting, [&](const auto& row) { return row.second.abandon_at < now; }));
}

void Reference::lapse(WallTime now) {
  std::erase_if(waiting, [&](const auto& row) {
    if (row.second.abandon_at >= now) return false;
    letter(row.first, Code::abandoned);
    return true;
  });
}

// The horizon is at most the instant of the purge: nothing whose memory still lasts may be forgotten.
void Reference::purged(WallTime now) {
  for (auto& [key, record] : records) {
    record.forgettable |= record.memory_until < now;
    horizons_[key.first] = std::max(horizons_[key.first], now);
  }
}

namespace {

// What was used up ahead of its turn follows at once.
void raise_seen(ReferenceResource& row, std::int64_t number) {
  row.seen = std::max(row.seen, number);
  while (row.skipped.erase(row.seen + 1)) ++row.seen;
}

std::string invariant_of(Code due, Code seen, bool replay_due) {
  if (replay_due) return seen == Code::applied ? "I2" : "I6";
  if (seen == Code::applied && is_time_outcome(due)) return "I4";
  if (seen == Code::applied && (due == Code::stale || due == Code::gap || due == Code::reused_id)) return "I5";
  return "reference";
}

}  // namespace
}  // namespace senja::simulate
