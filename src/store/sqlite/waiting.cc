#include "store/sqlite/waiting.h"

#include "senja/model/limits.h"
#include "store/sqlite/columns.h"

namespace senja::store::sqlite {

namespace {

std::size_t count_of(const std::unordered_map<std::string, std::size_t>& counts, const std::string& name) {
  const auto it = counts.find(name);
  return it == counts.end() ? 0 : it->second;
}

void one_less(std::unordered_map<std::string, std::size_t>& counts, const std::string& name) {
  if (const auto it = counts.find(name); it != counts.end() && --it->second == 0) counts.erase(it);
}

LedgerKey key_column(const Statement& row, int column) {
  LedgerKey key;
  const auto bytes = row.blob(column);
  std::copy_n(bytes.begin(), std::min(bytes.size(), key.bytes.size()), key.bytes.begin());
  return key;
}

}  // namespace

Waiting::Waiting(Database& database)
    : database_(database),
      insert_(database,
              "INSERT INTO senja_waiting (key, source, event_id, cause, resource_id, version, first_at, last_at, "
              "abandon_at, count, "
              "received_at, body, context) VALUES (?1,?2,?3,?4,?5,?6,?7,?7,?8,1,?9,?10,?11)"),
      update_(database,
              "UPDATE senja_waiting SET cause = ?2, last_at = ?3, abandon_at = ?4, count = count + 1, received_at = ?5, "
              "body = ?6, "
              "context = ?7, resource_id = ?8, version = ?9 WHERE place = ?1"),
      delete_(database, "DELETE FROM senja_waiting WHERE place = ?"),
      abandoned_(
          database,
          "SELECT place, key, source, event_id, cause, received_at, body, context FROM senja_waiting WHERE abandon_at < ? "
          "ORDER BY abandon_at LIMIT ?") {
  Statement all{database, "SELECT key, place, source, resource_id FROM senja_waiting"};
  while (all.row()) enter(key_column(all, 0), {all.integer(1), std::string{all.text(2)}, std::string{all.text(3)}});
}

rules::WaitingCounts Waiting::counts(const rules::EventIntent& event) const {
  rules::WaitingCounts counts;
  counts.all = rows_.size();
  if (counts.all == 0) return counts;
  counts.source = count_of(by_source_, event.policy->source.text);
  if (event.resource_id) counts.resource = count_of(by_resource_, event.resource_id->text);
  return counts;
}

void Waiting::note(const rules::EventIntent& event, Code cause, WallTime now) {
  const std::int64_t abandon_at = micros(plus(now, event.policy->abandon_after));
  const bool keep_body = event.kept.body.size() <= limits::waiting_body_bytes_max;
  if (const auto it = rows_.find(event.key); it != rows_.end()) {
    update_.bind(1, it->second.place)
        .bind(2, text(cause))
        .bind(3, micros(now))
        .bind(4, abandon_at)
        .bind(5, micros(event.received_at));
    keep_body ? update_.bind_blob(6, event.kept.body) : update_.bind_null(6);
    update_.bind(7, std::string_view{event.kept.context});
    event.resource_id ? update_.bind(8, std::string_view{event.resource_id->text}) : update_.bind_null(8);
    update_.bind(9, event.version).finish();
    return;
  }
  insert_.bind(1, std::span<const std::uint8_t>{event.key.bytes}).bind(2, std::string_view{event.policy->source.text});
  insert_.bind(3, std::string_view{event.event_id.text}).bind(4, text(cause));
  event.resource_id ? insert_.bind(5, std::string_view{event.resource_id->text}) : insert_.bind_null(5);
  insert_.bind(6, event.version).bind(7, micros(now)).bind(8, abandon_at).bind(9, micros(event.received_at));
  keep_body ? insert_.bind_blob(10, event.kept.body) : insert_.bind_null(10);
  insert_.bind(11, std::string_view{event.kept.context}).finish();
  enter(event.key,
        {database_.last_rowid(), event.policy->source.text, event.resource_id ? event.resource_id->text : std::string{}});
  undo_.emplace_back(event.key, std::nullopt);
}

void Waiting::clear(const LedgerKey& key) {
  const auto it = rows_.find(key);
  if (it == rows_.end()) return;
  delete_.bind(1, it->second.place).finish();
  undo_.emplace_back(key, it->second);
  leave(key);
}

std::vector<Abandoned> Waiting::abandoned(WallTime now, std::size_t most) {
  std::vector<Abandoned> found;
  abandoned_.bind(1, micros(now)).bind(2, static_cast<std::int64_t>(most));
  while (abandoned_.row()) {
    Abandoned each;
    each.place = abandoned_.integer(0);
    each.key = key_column(abandoned_, 1);
    each.source.text = abandoned_.text(2);
    each.event_id.text = abandoned_.text(3);
    each.cause = code_column(abandoned_, 4);
    each.received_at = wall_column(abandoned_, 5);
    if (!abandoned_.null(6)) {
      const auto bytes = abandoned_.blob(6);
      each.body.emplace(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    }
    each.context = abandoned_.text(7);
    found.push_back(std::move(each));
  }
  return found;
}

void Waiting::unstage(std::size_t mark) {
  while (undo_.size() > mark) {
    auto& [key, left] = undo_.back();
    left ? enter(key, std::move(*left)) : leave(key);
    undo_.pop_back();
  }
}

void Waiting::enter(const LedgerKey& key, Row row) {
  ++by_source_[row.source];
  if (!row.resource.empty()) ++by_resource_[row.resource];
  rows_.insert_or_assign(key, std::move(row));
}

void Waiting::leave(const LedgerKey& key) {
  const auto it = rows_.find(key);
  if (it == rows_.end()) return;
  one_less(by_source_, it->second.source);
  if (!it->second.resource.empty()) one_less(by_resource_, it->second.resource);
  rows_.erase(it);
}

}  // namespace senja::store::sqlite
