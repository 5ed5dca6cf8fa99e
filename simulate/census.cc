#include "census.h"

#include <sqlite3.h>

#include <memory>
#include <stdexcept>

namespace senja::simulate {
namespace {

using Entries = std::map<std::string, std::int64_t>;

std::optional<Objection> compare_event(const Reference& reference, store::Views& views, const EventKey& key);
std::optional<Objection> compare_resources(const Reference& reference, store::Views& views);
std::optional<Objection> compare_waiting(const Reference& reference, store::Views& views);
std::optional<Objection> compare_letters(const Reference& reference, store::Views& views);
Entries read_entries(const std::filesystem::path& database);
std::optional<Objection> compare_entries(const Reference& reference, const Entries& entries, const std::string& event_id);
template <class Row, class Ask>
std::vector<Row> all_pages(Ask ask);
std::string named(const EventKey& key) { return key.first + "/" + key.second; }

}  // namespace

std::optional<Objection> compare_all(const Reference& reference, store::Views& views,
                                     const std::filesystem::path& database) {
  for (const auto& [key, record] : reference.records)
    if (auto objection = compare_event(reference, views, key)) return objection;
  const auto totals = views.totals();
  if (!totals) throw std::runtime_error("the store cannot be read: " + totals.error().detail);
  if (totals->events != reference.history)
    return Objection{
        "I1", std::to_string(totals->events) + " outcomes are recorded instead of " + std::to_string(reference.history)};
  if (auto objection = compare_resources(reference, views)) return objection;
  if (auto objection = compare_waiting(reference, views)) return objection;
  if (auto objection = compare_letters(reference, views)) return objection;

  const Entries entries = read_entries(database);
  for (const auto& [event_id, count] : entries)
    if (auto objection = compare_entries(reference, entries, event_id)) return objection;
  for (const auto& [event_id, count] : reference.entries)
    if (auto objection = compare_entries(reference, entries, event_id)) return objection;
  return std::nullopt;
}

std::optional<Objection> compare_events(const Reference& reference, store::Views& views,
                                        const std::filesystem::path& database, const std::set<EventKey>& events) {
  const Entries entries = read_entries(database);
  for (const EventKey& key : events) {
    if (auto objection = compare_event(reference, views, key)) return objection;
    if (auto objection = compare_entries(reference, entries, key.second)) return objection;
  }
  return std::nullopt;
}

namespace {

std::optional<Objection> compare_event(const Reference& reference, store::Views& views, const EventKey& key) {
  const auto found = views.event(SourceName{key.first}, EventId{key.second});
  if (!found) throw std::runtime_error("the store cannot be read: " + found.error().detail);
  const auto due = reference.records.find(key);
  if (due == reference.records.end()) {
    // The history may still tell of a record that is forgotten; what never was decided must not be there.
    if (*found && !reference.forgotten.contains(key))
      return Objection{"I3", named(key) + " is recorded as " + std::string(text((*found)->code)) + ", but was not decided"};
    return std::nullopt;
  }
  if (!*found) {
    if (due->second.forgettable) return std::nullopt;
    return Objection{"I1", named(key) + " was answered " + std::string(text(due->second.code)) + " and is not there"};
  }
  if ((*found)->code != due->second.code)
    return Objection{"I6", named(key) + " is recorded as " + std::string(text((*found)->code)) + " instead of " +
                               std::string(text(due->second.code))};
  return std::nullopt;
}

std::optional<Objection> compare_resources(const Reference& reference, store::Views& views) {
  std::map<std::string, store::ResourceView> there;
  for (auto& row : all_pages<store::ResourceView>([&](const auto& page) { return views.resources(page); }))
    there[row.id.text] = std::move(row);
  std::size_t real = 0;
  for (const auto& [id, due] : reference.resources) {
    if (due.placeholder) continue;
    ++real;
    const auto row = there.find(id);
    if (row == there.end()) return Objection{"I5", "resource " + id + " is not there"};
    const store::ResourceView& seen = row->second;
    if (seen.state.text != due.state || seen.version != due.version || seen.revision != due.revision ||
        seen.expires_at != due.sunset)
      return Objection{"I5", "resource " + id + " is " + seen.state.text + " version " + std::to_string(seen.version) +
                                 " revision " + std::to_string(seen.revision) + " instead of " + due.state + " version " +
                                 std::to_string(due.version) + " revision " + std::to_string(due.revision)};
  }
  if (there.size() != real)
    return Objection{"I5", std::to_string(there.size() - real) + " resources are there that no event made"};
  return std::nullopt;
}

std::optional<Objection> compare_waiting(const Reference& reference, store::Views& views) {
  const auto there = all_pages<store::WaitingView>([&](const auto& page) { return views.waiting(std::nullopt, page); });
  for (const auto& row : there) {
    const auto due = reference.waiting.find({row.source.text, row.event_id.text});
    if (due == reference.waiting.end() || due->second.cause != row.cause || due->second.count != row.count)
      return Objection{"I9", row.source.text + "/" + row.event_id.text + " waits as " + std::string(text(row.cause)) + " " +
                                 std::to_string(row.count) + " times, which is not due"};
  }
  if (there.size() != reference.waiting.size())
    return Objection{"I9",
                     std::to_string(there.size()) + " events wait instead of " + std::to_string(reference.waiting.size())};
  return std::nullopt;
}

std::optional<Objection> compare_letters(const Reference& reference, store::Views& views) {
  std::map<std::tuple<std::string, std::string, Code>, ReferenceLetter> there;
  for (const auto& row :
       all_pages<store::LetterView>([&](const auto& page) { return views.letters(std::nullopt, false, page); }))
    if (!there.try_emplace({row.source.text, row.event_id.text, row.cause}, ReferenceLetter{row.count, row.resolved}).second)
      return Objection{"I9",
                       row.source.text + "/" + row.event_id.text + " has two letters for " + std::string(text(row.cause))};
  const auto told = [](const auto& letter) {
    const auto& [source, event_id, cause] = letter.first;
    return source + "/" + event_id + " for " + std::string(text(cause)) + " (count " + std::to_string(letter.second.count) +
           (letter.second.resolved ? ", resolved)" : ")");
  };
  for (const auto& each : reference.letters)
    if (const auto row = there.find(each.first); row == there.end() || row->second != each.second)
      return Objection{"I9", "no such letter: " + told(each) + (row == there.end() ? "" : ", but " + told(*row))};
  for (const auto& each : there)
    if (!reference.letters.contains(each.first)) return Objection{"I9", "a letter that is not due: " + told(each)};
  return std::nullopt;
}

std::optional<Objection> compare_entries(const Reference& reference, const Entries& entries, const std::string& event_id) {
  const auto due = reference.entries.find(event_id), seen = entries.find(event_id);
  const std::int64_t due_count = due == reference.entries.end() ? 0 : due->second;
  const std::int64_t seen_count = seen == entries.end() ? 0 : seen->second;
  if (due_count == seen_count) return std::nullopt;
  const char* invariant = seen_count > 1 ? "I2" : seen_count > due_count ? "I3" : "I1";
  return Objection{
      invariant, event_id + " took effect " + std::to_string(seen_count) + " times instead of " + std::to_string(due_count)};
}

Entries read_entries(const std::filesystem::path& database) {
  sqlite3* raw = nullptr;
  const int opened = sqlite3_open_v2(database.c_str(), &raw, SQLITE_OPEN_READONLY, nullptr);
  const std::unique_ptr<sqlite3, decltype(&sqlite3_close)> handle{raw, &sqlite3_close};
  sqlite3_stmt* prepared = nullptr;
  if (opened != SQLITE_OK || sqlite3_prepare_v2(raw, "SELECT event_id, count(*) FROM entries GROUP BY event_id", -1,
                                                &prepared, nullptr) != SQLITE_OK)
    throw std::runtime_error(std::string("the entries cannot be read: ") + sqlite3_errmsg(raw));
  const std::unique_ptr<sqlite3_stmt, decltype(&sqlite3_finalize)> statement{prepared, &sqlite3_finalize};
  Entries entries;
  while (sqlite3_step(prepared) == SQLITE_ROW)
    entries[reinterpret_cast<const char*>(sqlite3_column_text(prepared, 0))] = sqlite3_column_int64(prepared, 1);
  return entries;
}

template <class Row, class Ask>
std::vector<Row> all_pages(Ask ask) {
  std::vector<Row> rows;
  store::PageRequest request{limits::page_rows_max, std::nullopt};
  while (true) {
    store::Read<store::Page<Row>> page = ask(request);
    if (!page) throw std::runtime_error("the store cannot be read: " + page.error().detail);
    rows.insert(rows.end(), page->rows.begin(), page->rows.end());
    if (!page->next) return rows;
    request.cursor = page->next;
  }
}

}  // namespace
}  // namespace senja::simulate
