#include "store/sqlite/writer.h"

#include <algorithm>
#include <cerrno>
#include <utility>

#include "store/sqlite/columns.h"
#include "store/sqlite/invariant.h"
#include "store/sqlite/schema.h"

namespace senja::store::sqlite {

namespace {

constexpr std::size_t redo_max = 8;             // whole-batch attempts before each event is tried alone
constexpr std::size_t seal_rows_per_event = 4;  // the generation being sealed is done before the next one is full
constexpr std::size_t seal_rows_min = 64;

int count_log_pages(void* pages, sqlite3*, const char*, int count) {
  *static_cast<std::uint64_t*>(pages) = static_cast<std::uint64_t>(count);
  return SQLITE_OK;
}

const rules::Policy* policy_of(const rules::Intent& intent) {
  if (const auto* event = std::get_if<rules::EventIntent>(&intent)) return event->policy.get();
  if (const auto* replay = std::get_if<rules::ReplayIntent>(&intent)) return replay->event.policy.get();
  return nullptr;
}

}  // namespace

std::vector<std::optional<rules::Verdict>> Writer::commit(std::span<Job> jobs) {
  if (disk_full_) return all(jobs.size(), Code::store, "the disk is full");
  std::vector<bool> put_off(jobs.size(), false);
  for (std::size_t tries = 0; tries < redo_max; ++tries) {
    Verdicts verdicts(jobs.size());
    const Attempt attempted = attempt(jobs, verdicts, put_off);
    switch (attempted.end) {
      case End::committed:
        return verdicts;
      case End::fate_unknown:
        return all(jobs.size(), Code::undecided, "the commit's fate is unknown");
      case End::failed:
        if (out_of_space(attempted.code)) continue;  // the reserve has been given back: once more
        if (disk_full_) return all(jobs.size(), Code::store, "the disk is full");
        return jobs.size() > 1 ? one_by_one(jobs) : all(1, Code::store, "the database failed");
      case End::lost:
        break;
    }
    redone_ += jobs.size();
    jobs[attempted.guilty].known_failure = attempted.failure;
    if (!effects_.timed_out()) continue;
    // One time-out a batch and source: what else its source wants waits for the next one.
    for (std::size_t i = attempted.guilty + 1; i < jobs.size(); ++i)
      if (policy_of(jobs[i].intent) && policy_of(jobs[i].intent) == policy_of(jobs[attempted.guilty].intent))
        put_off[i] = true;
  }
  return jobs.size() > 1 ? one_by_one(jobs) : all(1, Code::store, "its effects undo every transaction they run in");
}

Writer::Attempt Writer::attempt(std::span<Job> jobs, Verdicts& verdicts, const std::vector<bool>& put_off) {
  try {
    begin();
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      if (put_off[i]) continue;
      Judged judged = judge(jobs[i]);
      if (judged.broke) {
        roll_back();
        return {End::lost, i, std::move(judged.broke), 0};
      }
      verdicts[i] = std::move(judged.verdict);
    }
    if (ledger_.mark() > 0) {
      ledger_.seal_slice(std::max(seal_rows_min, seal_rows_per_event * ledger_.mark()));
      flush_repeats();
    }
    reach(Step::before_commit);
  } catch (const InvariantFailure&) {
    ++invariant_failures_;
    roll_back();
    return {End::failed, 0, {}, SQLITE_CONSTRAINT};
  } catch (const SqlFailure& failure) {
    roll_back();
    return {End::failed, 0, {}, failure.extended_code()};
  }
  try {
    commit_.finish();
  } catch (const SqlFailure& failure) {
    // A failed flush may still have reached the disk. Anything else was refused before it began to write.
    const bool unknown = failure.code() == SQLITE_IOERR;
    roll_back();
    return {unknown ? End::fate_unknown : End::failed, 0, {}, failure.extended_code()};
  }
  publish();
  if (probe_ && probe_->fails(Step::after_commit)) return {End::fate_unknown, 0, {}, 0};
  return {};
}

Writer::Verdicts Writer::one_by_one(std::span<Job> jobs) {
  Verdicts verdicts;
  for (Job& job : jobs) {
    ++redone_;
    verdicts.push_back(std::move(commit({&job, 1}).front()));
  }
  return verdicts;
}

Writer::Verdicts Writer::all(std::size_t count, Code code, const std::string& detail) const {
  rules::Verdict verdict;
  verdict.code = code;
  verdict.retry_after = std::chrono::seconds{5};
  verdict.detail = detail;
  return Verdicts(count, verdict);
}

std::expected<std::unique_ptr<Writer>, std::string> Writer::open(const Place& place, const Settings& settings,
                                                                 const Clock& clock, Probe* probe) {
  try {
    Database database = Database::open(place.path, Access::read_write);
    configure_writer(database, place.durable, settings.cache_kib);
    migrate(database);
    std::unique_ptr<Writer> writer{new Writer{std::move(database), place, settings, clock, probe}};
    if (const auto problems = writer->effects_.adopt(settings); !problems.empty()) return std::unexpected(problems.front());
    return writer;
  } catch (const SqlFailure& failure) {
    return std::unexpected(place.path + ": " + failure.what());
  }
}

std::expected<void, std::string> Writer::adopt(const Settings& settings) {
  try {
    if (const auto problems = effects_.adopt(settings); !problems.empty()) return std::unexpected(problems.front());
    return {};
  } catch (const SqlFailure& failure) {
    roll_back();
    return std::unexpected(failure.what());
  }
}

Writer::Writer(Database database, const Place& place, const Settings& settings, const Clock& clock, Probe* probe)
    : database_(std::move(database)),
      settings_(settings),
      clock_(clock),
      probe_(probe),
      reserve_(place.reserve, settings.reserve_bytes),
      begin_(database_, "BEGIN IMMEDIATE"),
      commit_(database_, "COMMIT"),
      rollback_(database_, "ROLLBACK"),
      savepoint_(database_, "SAVEPOINT senja_event"),
      release_(database_, "RELEASE senja_event"),
      rollback_to_(database_, "ROLLBACK TO senja_event"),
      audit_(database_, "INSERT INTO senja_audit (at, who, what, target, reason) VALUES (?,?,?,?,?)"),
      repeat_(database_,
              "INSERT INTO senja_repeats (seq, count, last_at) VALUES (?,?,?) ON CONFLICT (seq) DO UPDATE SET count = count "
              "+ excluded.count, last_at = excluded.last_at"),
      ledger_(database_, settings.generation_rows),
      resources_(database_),
      waiting_(database_),
      letters_(database_),
      effects_(database_, clock),
      purge_mark_(read_purge_mark()) {
  sqlite3_wal_hook(database_.handle(), &count_log_pages, &log_pages_);
  trust_.observe(clock_.reading());
  disk_full_ = !reserve_.ensure() && reserve_.disk_is_short();
}

void Writer::begin() {
  reach(Step::before_begin);
  trust_.observe(clock_.reading());
  begin_.finish();
}

void Writer::roll_back() {
  if (database_.in_transaction()) {
    try {
      rollback_.finish();
    } catch (const SqlFailure&) {
      // SQLite has undone it already, or the next BEGIN will fail and say so.
    }
  }
  ledger_.discard();
  waiting_.discard();
  repeated_now_.clear();
}

void Writer::publish() {
  ++commits_;
  ledger_.publish();
  waiting_.publish();
  for (const std::int64_t seq : repeated_now_) ++repeats_[seq];
  repeated_now_.clear();
}

void Writer::reach(Step step) {
  if (probe_ && probe_->fails(step)) throw SqlFailure(SQLITE_ABORT, "a test made this step fail");
}

// True once: the reserve was there and has been given back, so that what is under way can end well.
bool Writer::out_of_space(int code) {
  const bool full = (code & 0xff) == SQLITE_FULL || sqlite3_system_errno(database_.handle()) == ENOSPC;
  if (!full) return false;
  const bool had_room = !disk_full_;
  disk_full_ = true;
  reserve_.release();
  if (had_room && !reserve_.disk_is_short()) disk_full_ = false;
  return had_room && !disk_full_;
}

void Writer::checkpoint_if_due() {
  if (log_pages_ < settings_.checkpoint_pages) return;
  int log = 0, done = 0;
  // PASSIVE waits for nobody. A reader may hold pages back; the log then grows until it leaves.
  if (sqlite3_wal_checkpoint_v2(database_.handle(), nullptr, SQLITE_CHECKPOINT_PASSIVE, &log, &done) == SQLITE_OK &&
      log == done)
    log_pages_ = 0;
}

void Writer::report(Health& health) const {
  health.clock_step = trust_.step();
  health.clock_suspect = trust_.doubt(Micros{0}).has_value();
  health.commits = commits_;
  health.redone = redone_;
  health.invariant_failures = invariant_failures_;
  health.log_pages = log_pages_;
  if (disk_full_) {
    health.accepting = false;
    health.reasons.emplace_back("the disk is full");
  }
  if (health.clock_suspect) health.reasons.emplace_back("the wall clock stepped and is not yet trusted");
  if (invariant_failures_ > 0) health.reasons.emplace_back("a write did not find the row as it was decided");
}

}  // namespace senja::store::sqlite
