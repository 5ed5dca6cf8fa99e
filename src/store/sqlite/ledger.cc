#include "store/sqlite/ledger.h"

#include <algorithm>

#include "store/sqlite/columns.h"

namespace senja::store::sqlite {

namespace {

std::string table_of(std::int64_t n) { return "senja_ledger_" + std::to_string(n); }

constexpr const char* record_columns = "seq, code, fingerprint, version, memory_until";

Entry entry_at(const Statement& row, int first) {
  return {row.integer(first),
          {code_column(row, first + 1), fingerprint_column(row, first + 2), row.maybe_integer(first + 3),
           wall_column(row, first + 4)}};
}

}  // namespace

std::optional<Entry> Ledger::find(const LedgerKey& key) {
  for (auto it = staged_.rbegin(); it != staged_.rend(); ++it)
    if (it->key == key) return it->hot.entry;
  if (const auto it = hot_.find(key); it != hot_.end()) return it->second.entry;
  if (const auto it = sealing_map_.find(key); it != sealing_map_.end()) return it->second.entry;
  for (const std::int64_t n : candidates(key))
    if (auto entry = find_sealed(n, key)) return entry;
  return kept_any_ ? find_kept(key) : std::nullopt;
}

std::int64_t Ledger::append(const NewEntry& entry) {
  const std::int64_t seq = next_seq_ + static_cast<std::int64_t>(staged_.size());
  insert_event_.bind(1, seq)
      .bind(2, std::string_view{entry.source.text})
      .bind(3, std::string_view{entry.event_id.text})
      .bind(4, text(entry.record.code));
  entry.resource_id ? insert_event_.bind(5, std::string_view{entry.resource_id->text}) : insert_event_.bind_null(5);
  entry.action.empty() ? insert_event_.bind_null(6) : insert_event_.bind(6, entry.action);
  insert_event_.bind(7, entry.record.version)
      .bind(8, micros(entry.received_at))
      .bind(9, micros(entry.decided_at))
      .bind(10, micros(entry.record.memory_until));
  entry.record.fingerprint ? insert_event_.bind(11, std::span<const std::uint8_t>{entry.record.fingerprint->bytes})
                           : insert_event_.bind_null(11);
  insert_event_.bind_blob(12, entry.kept.body)
      .bind(13, std::string_view{entry.kept.context})
      .bind(14, entry.letter)
      .finish();
  staged_.push_back({entry.key, {{seq, entry.record}, name_index(entry.source.text)}});
  return seq;
}

Ledger::Ledger(Database& database, std::size_t generation_rows)
    : database_(database),
      generation_rows_(generation_rows),
      insert_event_(
          database,
          "INSERT INTO senja_events (seq, source, event_id, code, resource_id, action, version, received_at, decided_at, "
          "memory_until, fingerprint, body, context, letter) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?)"),
      find_kept_(database, "SELECT seq, code, fingerprint, version, memory_until FROM senja_ledger_kept WHERE key = ?") {
  load();
  load_hot();
}

void Ledger::load() {
  Statement generations{database_,
                        "SELECT n, last_seq, rows, memory_most, memory_max, filter FROM senja_generations ORDER BY n"};
  while (generations.row()) {
    Generation generation = place_on_shelf(generations.integer(0));
    generation.rows = generations.integer(2);
    generation.memory_most = wall_column(generations, 3);
    generation.memory_max = wall_column(generations, 4);
    generation.shelf->load_column(generation.column, generations.blob(5));
    generations_.push_back(generation);
    sealed_to_ = std::max(sealed_to_, generations.integer(1));
  }
  Statement mark{database_, "SELECT value FROM senja_marks WHERE name = 'sealed_to'"};
  if (mark.row()) sealed_to_ = std::max(sealed_to_, mark.integer(0));
  mark.reset();
  Statement horizons{database_, "SELECT source, horizon FROM senja_horizons"};
  while (horizons.row()) horizons_[std::string{horizons.text(0)}] = wall_column(horizons, 1);
  Statement kept{database_, "SELECT EXISTS (SELECT 1 FROM senja_ledger_kept)"};
  kept.row();
  kept_any_ = kept.integer(0) != 0;
  kept.reset();

  // A generation half sealed when the process died begins again from the history.
  std::vector<std::string> orphans;
  Statement tables{database_,
                   "SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB 'senja_ledger_[0-9]*' AND "
                   "CAST(substr(name, 14) AS INTEGER) NOT IN (SELECT n FROM senja_generations)"};
  while (tables.row()) orphans.emplace_back(tables.text(0));
  for (const std::string& table : orphans) database_.run("DROP TABLE " + table);
}

void Ledger::load_hot() {
  Statement events{
      database_,
      "SELECT source, event_id, seq, code, fingerprint, version, memory_until FROM senja_events WHERE seq > ? ORDER BY seq"};
  events.bind(1, sealed_to_);
  next_seq_ = sealed_to_ + 1;
  while (events.row()) {
    const SourceName source{std::string{events.text(0)}};
    const EventId event_id{std::string{events.text(1)}};
    const Entry entry = entry_at(events, 2);
    hot_[ledger_key(source, event_id)] = {entry, name_index(source.text)};
    next_seq_ = entry.seq + 1;
  }
}

std::uint32_t Ledger::name_index(std::string_view source) {
  if (const auto it = name_index_.find(source); it != name_index_.end()) return it->second;
  const auto index = static_cast<std::uint32_t>(names_.size());
  names_.emplace_back(source);
  name_index_.emplace(source, index);
  return index;
}

std::optional<Entry> Ledger::find_sealed(std::int64_t n, const LedgerKey& key) {
  Statement& find = find_sealed_[n];
  if (!find)
    find = Statement{database_, std::string{"SELECT "} + record_columns + " FROM " + table_of(n) + " WHERE key = ?"};
  find.bind(1, std::span<const std::uint8_t>{key.bytes});
  if (!find.row()) return std::nullopt;
  const Entry entry = entry_at(find, 0);
  find.reset();
  return entry;
}

std::optional<Entry> Ledger::find_kept(const LedgerKey& key) {
  find_kept_.bind(1, std::span<const std::uint8_t>{key.bytes});
  if (!find_kept_.row()) return std::nullopt;
  const Entry entry = entry_at(find_kept_, 0);
  find_kept_.reset();
  return entry;
}

Ledger::Snapshot Ledger::snapshot(const LedgerKey& key) const {
  const std::lock_guard lock{mutex_};
  Snapshot found;
  if (const auto it = hot_.find(key); it != hot_.end()) {
    found.hot = it->second.entry;
  } else if (const auto sealing = sealing_map_.find(key); sealing != sealing_map_.end()) {
    found.hot = sealing->second.entry;
  }
  found.generations = candidates(key);
  return found;
}

// Newest first; generations on one shelf share a look. The writer needs no lock: it alone changes them.
std::vector<std::int64_t> Ledger::candidates(const LedgerKey& key) const {
  std::vector<std::int64_t> found;
  const Shelf* looked_at = nullptr;
  std::uint64_t mask = 0;
  for (auto it = generations_.rbegin(); it != generations_.rend(); ++it) {
    if (it->shelf != looked_at) {
      looked_at = it->shelf;
      mask = looked_at->candidates(key);
    }
    if (mask >> it->column & 1) found.push_back(it->n);
  }
  return found;
}

void Ledger::seal_slice(std::size_t rows) {
  if (!sealing_) {
    if (hot_.size() < generation_rows_) return;
    begin_sealing();
  }
  for (std::size_t i = 0; i < rows && sealing_->done < sealing_->order.size(); ++i, ++sealing_->done) {
    const LedgerKey& key = sealing_->order[sealing_->done];
    const Entry& entry = sealing_map_.at(key).entry;
    Statement& insert = sealing_->insert;
    insert.bind(1, std::span<const std::uint8_t>{key.bytes}).bind(2, entry.seq).bind(3, text(entry.record.code));
    entry.record.fingerprint ? insert.bind(4, std::span<const std::uint8_t>{entry.record.fingerprint->bytes})
                             : insert.bind_null(4);
    insert.bind(5, entry.record.version).bind(6, micros(entry.record.memory_until));
    insert.bind(7, std::string_view{names_[sealing_map_.at(key).source]}).finish();
  }
  if (sealing_->done == sealing_->order.size()) finish_sealing();
}

void Ledger::begin_sealing() {
  const std::lock_guard lock{mutex_};
  Sealing sealing;
  Statement last{database_,
                 "SELECT coalesce(max(n), 0) FROM (SELECT n FROM senja_generations UNION ALL SELECT value FROM senja_marks "
                 "WHERE name = 'last_generation')"};
  last.row();
  sealing.n = last.integer(0) + 1;
  last.reset();
  sealing_map_ = std::move(hot_);
  hot_ = {};
  sealing.order.reserve(sealing_map_.size());
  for (const auto& [key, hot] : sealing_map_) {
    sealing.order.push_back(key);
    sealing.last_seq = std::max(sealing.last_seq, hot.entry.seq);
  }
  std::ranges::sort(sealing.order);
  database_.run("CREATE TABLE " + table_of(sealing.n) +
                " (key BLOB PRIMARY KEY, seq INTEGER NOT NULL, code TEXT NOT NULL, fingerprint BLOB, version INTEGER, "
                "memory_until INTEGER NOT NULL, source TEXT NOT NULL) STRICT, WITHOUT ROWID");
  sealing.insert = Statement{
      database_, "INSERT INTO " + table_of(sealing.n) + " (key, " + record_columns + ", source) VALUES (?,?,?,?,?,?,?)"};
  sealing_ = std::move(sealing);
  sealing_began_ = true;
  sealing_done_committed_ = 0;
}

void Ledger::finish_sealing() {
  std::vector<WallTime> ends;
  std::map<std::uint32_t, WallTime> by_source;
  ends.reserve(sealing_map_.size());
  for (const auto& [key, hot] : sealing_map_) {
    const WallTime end = hot.entry.record.memory_until;
    ends.push_back(end);
    WallTime& latest = by_source.try_emplace(hot.source, WallTime::min()).first->second;
    latest = std::max(latest, end);
  }
  const auto most = ends.begin() + static_cast<std::ptrdiff_t>((ends.size() - 1) * 9 / 10);
  std::ranges::nth_element(ends, most);
  const WallTime memory_most = *most, memory_max = std::ranges::max(ends);

  Generation generation;
  {
    const std::lock_guard lock{mutex_};
    generation = place_on_shelf(sealing_->n);
    for (const LedgerKey& key : sealing_->order) generation.shelf->add(generation.column, key);
  }
  generation.rows = static_cast<std::int64_t>(ends.size());
  generation.memory_most = memory_most;
  generation.memory_max = memory_max;

  const std::string filter = generation.shelf->column_bytes(generation.column);
  Statement insert{
      database_, "INSERT INTO senja_generations (n, last_seq, rows, memory_most, memory_max, filter) VALUES (?,?,?,?,?,?)"};
  insert.bind(1, sealing_->n).bind(2, sealing_->last_seq).bind(3, generation.rows);
  insert.bind(4, micros(memory_most)).bind(5, micros(memory_max)).bind_blob(6, filter).finish();
  Statement source{database_, "INSERT INTO senja_generation_sources (n, source, memory_max) VALUES (?,?,?)"};
  for (const auto& [index, latest] : by_source)
    source.bind(1, sealing_->n).bind(2, std::string_view{names_[index]}).bind(3, micros(latest)).finish();

  const std::lock_guard lock{mutex_};
  generations_.push_back(generation);
  sealing_ended_ = true;
}

// The newest shelf with room, or a new one. The caller holds the lock, or is alone (at the start).
Ledger::Generation Ledger::place_on_shelf(std::int64_t n) {
  Generation generation;
  generation.n = n;
  const std::size_t used = generations_.empty() ? 0 : generations_.back().column + 1;
  if (shelves_.empty() || (!generations_.empty() && used == Shelf::columns)) shelves_.push_back(std::make_unique<Shelf>());
  generation.shelf = shelves_.back().get();
  generation.column = generations_.empty() || generations_.back().shelf != generation.shelf ? 0 : used;
  generation.shelf->clear_column(generation.column);
  return generation;
}

void Ledger::publish() {
  const std::lock_guard lock{mutex_};
  for (const Staged& staged : staged_) {
    next_seq_ = std::max(next_seq_, staged.hot.entry.seq + 1);
    hot_[staged.key] = staged.hot;
  }
  staged_.clear();
  if (sealing_ended_) {
    sealed_to_ = sealing_->last_seq;
    sealing_.reset();
    sealing_map_ = {};
  } else if (sealing_) {
    sealing_done_committed_ = sealing_->done;
  }
  if (dropped_) {
    find_sealed_.erase(*dropped_);
    std::erase_if(generations_, [&](const Generation& each) { return each.n == *dropped_; });
    // A shelf goes with its last generation; the newest stays for the next one.
    std::erase_if(shelves_, [&](const std::unique_ptr<Shelf>& shelf) {
      return std::ranges::none_of(generations_, [&](const Generation& each) { return each.shelf == shelf.get(); });
    });
  }
  for (const auto& [source, horizon] : horizons_new_) horizons_[source] = horizon;
  horizons_new_.clear();
  dropped_.reset();
  sealing_began_ = sealing_ended_ = false;
}

void Ledger::discard() {
  const std::lock_guard lock{mutex_};
  staged_.clear();
  if (sealing_ended_) generations_.pop_back();
  if (sealing_) sealing_->done = sealing_done_committed_;
  if (sealing_began_) {
    // Its table is gone with the transaction: the records are hot again.
    sealing_map_.merge(hot_);
    for (auto& [key, hot] : hot_) sealing_map_[key] = hot;
    hot_ = std::move(sealing_map_);
    sealing_map_ = {};
    sealing_.reset();
  }
  horizons_new_.clear();
  dropped_.reset();
  sealing_began_ = sealing_ended_ = false;
}

std::optional<WallTime> Ledger::horizon(const SourceName& source) const {
  if (horizons_.empty()) return std::nullopt;
  const auto it = horizons_.find(source.text);
  return it == horizons_.end() ? std::nullopt : std::optional{it->second};
}

void Ledger::raise_horizon(const std::string& source, WallTime to) {
  const auto it = horizons_.find(source);
  const WallTime raised = it == horizons_.end() ? to : std::max(it->second, to);
  horizons_new_[source] = raised;
  Statement write{database_,
                  "INSERT INTO senja_horizons (source, horizon) VALUES (?, ?) ON CONFLICT (source) DO UPDATE SET horizon = "
                  "max(horizon, excluded.horizon)"};
  write.bind(1, std::string_view{source}).bind(2, micros(raised)).finish();
}

Ledger::Forgot Ledger::forget(WallTime now, std::size_t rows_max) {
  if (!generations_.empty() && generations_.front().memory_most < now) return forget_oldest(now, rows_max);
  return forget_kept(now, rows_max);
}

// The oldest generation goes once nine in ten of its rows may: the rest is copied out, a slice a step, then the table is
// dropped whole. Oldest first, so that what is kept never hides a newer record of the same event.
Ledger::Forgot Ledger::forget_oldest(WallTime now, std::size_t rows_max) {
  const Generation& oldest = generations_.front();
  const std::string table = table_of(oldest.n);
  if (oldest.memory_max >= now) {
    Statement copy{database_,
                   "INSERT INTO senja_ledger_kept (key, seq, source, code, fingerprint, version, memory_until) "
                   "SELECT key, seq, source, code, fingerprint, version, memory_until FROM " +
                       table +
                       " l WHERE memory_until >= ? AND NOT EXISTS (SELECT 1 FROM senja_ledger_kept k WHERE k.key = l.key "
                       "AND k.seq >= l.seq) LIMIT ? "
                       "ON CONFLICT (key) DO UPDATE SET seq = excluded.seq, source = excluded.source, code = excluded.code, "
                       "fingerprint = excluded.fingerprint, "
                       "version = excluded.version, memory_until = excluded.memory_until"};
    copy.bind(1, micros(now)).bind(2, static_cast<std::int64_t>(rows_max)).finish();
    if (const auto copied = static_cast<std::size_t>(database_.changes()); copied > 0) {
      kept_any_ = true;
      return {0, true};
    }
  }
  if (kept_any_)  // a replay's record outlives the one it replaced, so no older one may come to light behind it
    database_.run("DELETE FROM senja_ledger_kept WHERE key IN (SELECT key FROM " + table +
                  " l WHERE l.seq > (SELECT seq FROM senja_ledger_kept k WHERE k.key = l.key))");
  Statement sources{database_, "SELECT source, memory_max FROM senja_generation_sources WHERE n = ?"};
  sources.bind(1, oldest.n);
  while (sources.row()) raise_horizon(std::string{sources.text(0)}, std::min(wall_column(sources, 1), now));
  database_.run("DROP TABLE " + table);
  for (const char* from : {"senja_generations", "senja_generation_sources"}) {
    Statement gone{database_, std::string{"DELETE FROM "} + from + " WHERE n = ?"};
    gone.bind(1, oldest.n).finish();
  }
  // What is sealed stays sealed, also when no generation is left to say so.
  Statement mark{database_,
                 "INSERT INTO senja_marks (name, value) VALUES ('sealed_to', ?), ('last_generation', ?) ON CONFLICT (name) "
                 "DO UPDATE SET value = max(value, excluded.value)"};
  mark.bind(1, sealed_to_).bind(2, generations_.back().n).finish();
  dropped_ = oldest.n;
  return {static_cast<std::size_t>(oldest.rows), true};
}

Ledger::Forgot Ledger::forget_kept(WallTime now, std::size_t rows_max) {
  if (!kept_any_) return {};
  Statement sources{database_,
                    "SELECT source, max(memory_until) FROM (SELECT source, memory_until FROM senja_ledger_kept WHERE "
                    "memory_until < ? ORDER BY memory_until LIMIT ?) GROUP BY source"};
  sources.bind(1, micros(now)).bind(2, static_cast<std::int64_t>(rows_max));
  while (sources.row()) raise_horizon(std::string{sources.text(0)}, wall_column(sources, 1));
  Statement gone{database_,
                 "DELETE FROM senja_ledger_kept WHERE key IN (SELECT key FROM senja_ledger_kept WHERE memory_until < ? "
                 "ORDER BY memory_until LIMIT ?)"};
  gone.bind(1, micros(now)).bind(2, static_cast<std::int64_t>(rows_max)).finish();
  const auto records = static_cast<std::size_t>(database_.changes());
  return {records, records == rows_max};
}

}  // namespace senja::store::sqlite
