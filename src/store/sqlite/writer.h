// The one connection that writes: takes a batch of intents, gathers their facts, decides, writes, commits once.
//
// One event's failure never fails its neighbours. An effect fails inside its own savepoint. Where it takes the whole
// transaction with it (RAISE(ROLLBACK), a time-out), the batch is judged again with that failure known beforehand. Where
// the commit itself fails, each event is tried alone.
#pragma once

#include <cstdint>
#include <expected>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "clock/clock.h"
#include "senja/rules/clock_trust.h"
#include "senja/rules/decide.h"
#include "store/intake.h"
#include "store/settings.h"
#include "store/sqlite/database.h"
#include "store/sqlite/effects.h"
#include "store/sqlite/ledger.h"
#include "store/sqlite/letters.h"
#include "store/sqlite/reserve.h"
#include "store/sqlite/resources.h"
#include "store/sqlite/waiting.h"
#include "store/steps.h"
#include "store/store.h"

namespace senja::store::sqlite {

struct Job {
  rules::Intent intent;
  Ticket ticket;
  FlightPlace place{};
  std::optional<rules::EffectFailure> known_failure{};  // its effects broke an earlier attempt: do not run them again
};

// One thread at a time: the store's own, or whoever drives it by hand.
class Writer {
 public:
  struct Place {
    std::string path;     // the database file
    std::string reserve;  // the reserve file; empty: none
    bool durable = true;
  };
  static std::expected<std::unique_ptr<Writer>, std::string> open(const Place& place, const Settings& settings,
                                                                  const Clock& clock, Probe* probe);

  // One verdict per job, durable when this returns. nullopt: put off, to be submitted again first (its source had an
  // effect time out in this batch).
  std::vector<std::optional<rules::Verdict>> commit(std::span<Job> jobs);

  std::expected<void, std::string> adopt(const Settings& settings);  // Store::adopt
  std::size_t lapse();
  PurgeReport purge();
  void accept_clock(const rules::Actor& actor);
  void repeated(const LedgerKey& key, std::int64_t times);  // deliveries answered without being judged
  void checkpoint_if_due();                                 // after the answers are out

  void report(Health& health) const;
  Ledger& ledger() { return ledger_; }
  WallTime now() const { return clock_.wall(); }

 private:
  enum class End : std::uint8_t { committed, lost, failed, fate_unknown };
  struct Attempt {
    End end = End::committed;
    std::size_t guilty = 0;  // lost: whose effects took the transaction
    std::optional<rules::EffectFailure> failure;
    int code = 0;  // failed: SQLite's
  };
  struct Judged {
    rules::Verdict verdict;
    std::optional<rules::EffectFailure> broke;  // the transaction is gone
  };
  using Verdicts = std::vector<std::optional<rules::Verdict>>;

  Writer(Database database, const Place& place, const Settings& settings, const Clock& clock, Probe* probe);

  // writer.cc
  Attempt attempt(std::span<Job> jobs, Verdicts& verdicts, const std::vector<bool>& put_off);
  Verdicts one_by_one(std::span<Job> jobs);
  Verdicts all(std::size_t count, Code code, const std::string& detail) const;
  void begin();
  void roll_back();
  void publish();
  void reach(Step step);
  bool out_of_space(int code);

  // judge.cc
  Judged judge(Job& job);
  rules::Facts gather(const rules::Intent& intent, std::optional<std::int64_t>& rid);
  void gather_event(const rules::EventIntent& event, rules::Facts& facts);
  std::optional<rules::EffectFailure> run_effects(const rules::EventIntent& event, const rules::Change& change,
                                                  const rules::Facts& facts);
  void write(const rules::Intent& intent, const rules::Change& change, const rules::Facts& facts,
             std::optional<std::int64_t> rid);
  void write_letter(const rules::Intent& intent, const rules::LetterWrite& letter, WallTime now);
  void audit(const rules::Actor& actor, std::string_view what, std::string_view target, WallTime now);

  // forget.cc
  void flush_repeats();
  std::size_t forget_history(WallTime now);
  std::optional<rules::PurgeMark> read_purge_mark();
  void write_purge_mark(const rules::PurgeMark& mark);

  Database database_;
  const Settings settings_;
  const Clock& clock_;
  Probe* probe_;
  Reserve reserve_;
  Statement begin_, commit_, rollback_, savepoint_, release_, rollback_to_, audit_, repeat_;
  Ledger ledger_;
  Resources resources_;
  Waiting waiting_;
  Letters letters_;
  Effects effects_;
  rules::ClockTrust trust_;
  std::optional<rules::PurgeMark> purge_mark_;
  bool vouched_ = false;                          // the operator's word, for the next purge
  std::vector<std::int64_t> repeated_now_;        // history entries repeated in the open transaction
  std::map<std::int64_t, std::int64_t> repeats_;  // by seq, not yet written
  bool disk_full_ = false;
  std::uint64_t commits_ = 0, redone_ = 0, invariant_failures_ = 0, log_pages_ = 0;
};

}  // namespace senja::store::sqlite
