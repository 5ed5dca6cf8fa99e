// What the writer does without being asked by an event: counts of repeats, the end of waiting, the end of memory.
#include <algorithm>

#include "store/sqlite/columns.h"
#include "store/sqlite/writer.h"

namespace senja::store::sqlite {

namespace {

constexpr std::size_t lapse_rows_max = 256;
constexpr std::size_t forget_rows_max = 4'096;
constexpr std::int64_t history_rows_max = 2'000;

}  // namespace

std::size_t Writer::lapse() {
  if (disk_full_ && !reserve_.disk_is_short()) disk_full_ = !reserve_.ensure();
  if (disk_full_) return 0;
  if (reserve_.disk_is_short()) {
    disk_full_ = true;
    return 0;
  }
  trust_.observe(clock_.reading());
  if (trust_.doubt(Micros{0})) return 0;  // a clock that may be wrong gives nobody up
  const WallTime now = clock_.wall();
  try {
    const auto abandoned = waiting_.abandoned(now, lapse_rows_max);
    if (abandoned.empty() && repeats_.empty()) return 0;
    begin_.finish();
    flush_repeats();
    for (const Abandoned& each : abandoned) {
      const std::string detail = "its sender did not come back; last judged " + std::string{text(each.cause)};
      letters_.write({each.source, each.event_id, Code::abandoned, false, detail, each.received_at,
                      each.body ? &*each.body : nullptr, each.context},
                     now);
      waiting_.clear(each.key);
    }
    commit_.finish();
    publish();
    return abandoned.size();
  } catch (const SqlFailure& failure) {
    roll_back();
    out_of_space(failure.extended_code());
    return 0;
  }
}

PurgeReport Writer::purge() {
  const rules::ClockReading reading = clock_.reading();
  trust_.observe(reading);
  if (disk_full_) return {false, 0, false};
  if (!rules::may_purge(purge_mark_, reading, vouched_)) return {false, 0, false};
  const rules::PurgeMark mark{reading.wall, reading.boot};
  try {
    begin_.finish();
    const Ledger::Forgot forgot = ledger_.forget(reading.wall, forget_rows_max);
    const std::size_t history = forget_history(reading.wall);
    // The mark is only worth a write beside something forgotten: an older one asks for more agreement, never for less.
    if (!purge_mark_ || vouched_ || forgot.records > 0 || history > 0) write_purge_mark(mark);
    commit_.finish();
    publish();
    purge_mark_ = mark;
    vouched_ = false;
    return {true, forgot.records, forgot.more || history == static_cast<std::size_t>(history_rows_max)};
  } catch (const SqlFailure& failure) {
    roll_back();
    out_of_space(failure.extended_code());
    return {true, 0, false};
  }
}

void Writer::accept_clock(const rules::Actor& actor) {
  trust_.observe(clock_.reading());
  trust_.accept();
  vouched_ = true;
  try {
    begin_.finish();
    audit(actor, "clock accept", "", clock_.wall());
    commit_.finish();
    publish();
  } catch (const SqlFailure& failure) {
    roll_back();
    out_of_space(failure.extended_code());
  }
}

void Writer::repeated(const LedgerKey& key, std::int64_t times) {
  try {
    if (const auto entry = ledger_.find(key)) repeats_[entry->seq] += times;
  } catch (const SqlFailure&) {
    // The outcome is committed and told; only a count is lost, and the next commit will meet the fault itself.
  }
}

void Writer::flush_repeats() {
  for (const auto& [seq, count] : repeats_) repeat_.bind(1, seq).bind(2, count).bind(3, micros(clock_.wall())).finish();
  repeats_.clear();  // counts are for people: one lost to a failed commit is not worth keeping twice
}

// History is only forgotten where the ledger no longer leans on it: below the newest sealed generation.
std::size_t Writer::forget_history(WallTime now) {
  Statement first{database_, "SELECT seq, decided_at FROM senja_events ORDER BY seq LIMIT 1"};
  if (!first.row()) return 0;
  const std::int64_t seq = first.integer(0);
  const WallTime decided_at = wall_column(first, 1), ends = minus(now, settings_.history_for);
  first.reset();
  if (decided_at >= ends || seq > ledger_.sealed_to()) return 0;
  const std::int64_t to = std::min(ledger_.sealed_to(), seq + history_rows_max - 1);
  Statement gone{database_, "DELETE FROM senja_events WHERE seq <= ? AND decided_at < ?"};
  gone.bind(1, to).bind(2, micros(ends)).finish();
  const auto rows = static_cast<std::size_t>(database_.changes());
  Statement counts{database_, "DELETE FROM senja_repeats WHERE seq < (SELECT min(seq) FROM senja_events)"};
  counts.finish();
  return rows;
}

std::optional<rules::PurgeMark> Writer::read_purge_mark() {
  Statement marks{database_,
                  "SELECT (SELECT value FROM senja_marks WHERE name = 'purge_wall'), (SELECT value FROM senja_marks WHERE "
                  "name = 'purge_boot')"};
  marks.row();
  std::optional<rules::PurgeMark> mark;
  if (!marks.null(0) && !marks.null(1)) mark = rules::PurgeMark{wall_column(marks, 0), BootTime{Micros{marks.integer(1)}}};
  marks.reset();
  return mark;
}

void Writer::write_purge_mark(const rules::PurgeMark& mark) {
  Statement write{database_,
                  "INSERT INTO senja_marks (name, value) VALUES ('purge_wall', ?), ('purge_boot', ?) ON CONFLICT (name) DO "
                  "UPDATE SET value = excluded.value"};
  write.bind(1, micros(mark.wall)).bind(2, mark.boot.time_since_epoch().count()).finish();
}

}  // namespace senja::store::sqlite
