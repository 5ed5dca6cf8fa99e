// The plainest store there can be: maps. It writes a Change as a real one must, and watches the invariants while it does.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "rules/test_words.h"

namespace senja::rules {

class ModelStore {
 public:
  WallTime now = noon;
  std::optional<WallTime> horizon;
  std::optional<EffectFailure> next_effects_fail;
  std::optional<LetterFacts> letter;  // the letter a replay names

  std::map<LedgerKey, Record> ledger;
  std::map<std::string, Resource> resources;
  std::set<LedgerKey> waiting;
  std::set<std::pair<std::string, Code>> letters;
  std::map<LedgerKey, int> effects_done;
  std::map<std::string, std::vector<std::int64_t>> versions_made;

  Verdict submit(const EventIntent& event) { return write(event, event, gather(event, event)); }
  Verdict submit(const ReplayIntent& replay) { return write(replay, replay.event, gather(replay, replay.event)); }

  void forget(const EventIntent& event) {
    const auto record = ledger.find(event.key);
    if (record == ledger.end()) return;
    horizon = std::max(horizon.value_or(WallTime::min()), record->second.memory_until);
    ledger.erase(record);
  }

 private:
  Facts gather(const Intent& intent, const EventIntent& event) const {
    Facts facts = facts_at(now);
    if (const auto found = ledger.find(event.key); found != ledger.end()) facts.record = found->second;
    const Needs wanted = needs(intent);
    if (wanted.resource)
      if (const auto found = resources.find(event.resource_id->text); found != resources.end()) {
        facts.resource = found->second;
        if (!wanted.skipped) facts.resource->skipped.clear();
      }
    facts.horizon = horizon;
    facts.waiting = waiting.contains(event.key);
    facts.letter = letter;
    return facts;
  }

  Verdict write(const Intent& intent, const EventIntent& event, Facts facts) {
    Change change = decide(intent, facts);
    if (change.run_effects && next_effects_fail) {
      facts.effect_failure = std::exchange(next_effects_fail, std::nullopt);
      change = decide(intent, facts);
      EXPECT_FALSE(change.run_effects);
    }
    if (change.run_effects) {
      EXPECT_EQ(++effects_done[event.key], 1) << "I2: effects of " << event.event_id.text;
    }
    if (change.record) {
      const Code code = change.verdict.code;
      EXPECT_TRUE(!ledger.contains(event.key) || ledger[event.key].code != Code::applied);
      ledger[event.key] = {code, event.fingerprint, change.record->version, change.record->memory_until};
    }
    if (change.resource) write(event.resource_id->text, *change.resource);
    if (change.skip) {
      std::vector<std::int64_t>& skipped = resources.at(event.resource_id->text).skipped;
      skipped.push_back(*change.skip);
      std::ranges::sort(skipped);
    }
    if (change.letter) letters.emplace(event.event_id.text, change.letter->cause);
    if (change.resolve_letter && letter) letter->resolved = true;
    if (change.waiting == Change::Waiting::note) waiting.insert(event.key);
    if (change.waiting == Change::Waiting::clear) waiting.erase(event.key);
    return change.verdict;
  }

  void write(const std::string& id, const ResourceWrite& row) {
    const bool create = row.kind == ResourceWrite::Kind::create;
    ASSERT_EQ(create, !resources.contains(id));
    Resource& held = resources[id];
    ASSERT_TRUE(create || row.expected_revision == held.revision);
    EXPECT_GE(row.revision, held.revision) << "I5";
    EXPECT_GE(row.seen_version, held.seen_version) << "I5";
    EXPECT_GE(row.version, held.version) << "I5";
    if (row.version != held.version) versions_made[id].push_back(row.version);
    std::erase_if(held.skipped, [&](std::int64_t number) { return number <= row.seen_version; });
    std::tie(held.state, held.version, held.seen_version) = std::tie(row.state, row.version, row.seen_version);
    std::tie(held.revision, held.expires_at, held.placeholder) = std::tie(row.revision, row.expires_at, row.placeholder);
  }
};

}  // namespace senja::rules
