#include "store/sqlite/views.h"

#include <charconv>
#include <functional>
#include <utility>

#include "store/letter_id.h"
#include "store/sqlite/columns.h"

namespace senja::store::sqlite {

namespace {

constexpr const char* event_columns =
    "SELECT e.seq, e.source, e.event_id, e.code, e.resource_id, e.action, e.version, e.received_at, e.decided_at, e.body, "
    "e.context, "
    "1 + coalesce(r.count, 0) FROM senja_events e LEFT JOIN senja_repeats r ON r.seq = e.seq ";
constexpr const char* resource_columns =
    "SELECT rid, id, state, version, revision, expires_at, updated_at FROM senja_resources ";
constexpr const char* waiting_columns =
    "SELECT place, source, event_id, cause, resource_id, version, first_at, last_at, count FROM senja_waiting ";
constexpr const char* letter_columns =
    "SELECT n, source, event_id, cause, count, first_at, last_at, may_have_applied, resolved, detail, received_at, body, "
    "context "
    "FROM senja_dead_letters ";

template <class Tag>
std::optional<Id<Tag>> maybe_id(const Statement& row, int column) {
  auto text = row.maybe_text(column);
  return text ? std::optional{Id<Tag>{std::move(*text)}} : std::nullopt;
}

std::string bytes_of(const Statement& row, int column) {
  const auto bytes = row.blob(column);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

EventView event_of(const Statement& row) {
  EventView view;
  view.seq = row.integer(0);
  view.source.text = row.text(1);
  view.event_id.text = row.text(2);
  view.code = code_column(row, 3);
  view.resource_id = maybe_id<ResourceTag>(row, 4);
  view.action = maybe_id<ActionTag>(row, 5);
  view.version = row.maybe_integer(6);
  view.received_at = wall_column(row, 7);
  view.decided_at = wall_column(row, 8);
  view.kept.body = bytes_of(row, 9);
  view.kept.context = row.text(10);
  view.deliveries = row.integer(11);
  return view;
}

ResourceView resource_of(const Statement& row) {
  ResourceView view;
  view.id.text = row.text(1);
  view.state.text = row.text(2);
  view.version = row.integer(3);
  view.revision = row.integer(4);
  view.expires_at = maybe_wall_column(row, 5);
  view.updated_at = wall_column(row, 6);
  return view;
}

WaitingView waiting_of(const Statement& row) {
  WaitingView view;
  view.place = row.integer(0);
  view.source.text = row.text(1);
  view.event_id.text = row.text(2);
  view.cause = code_column(row, 3);
  view.resource_id = maybe_id<ResourceTag>(row, 4);
  view.version = row.maybe_integer(5);
  view.first_at = wall_column(row, 6);
  view.last_at = wall_column(row, 7);
  view.count = row.integer(8);
  return view;
}

LetterView letter_of(const Statement& row) {
  LetterView view;
  view.place = row.integer(0);
  view.source.text = row.text(1);
  view.event_id.text = row.text(2);
  view.cause = code_column(row, 3);
  view.count = row.integer(4);
  view.first_at = wall_column(row, 5);
  view.last_at = wall_column(row, 6);
  view.may_have_applied = row.integer(7) != 0;
  view.resolved = row.integer(8) != 0;
  view.detail = row.text(9);
  view.received_at = wall_column(row, 10);
  if (!row.null(11)) view.kept = KeptRequest{bytes_of(row, 11), std::string{row.text(12)}};
  view.id = letter_id(view.first_at, view.place);
  return view;
}

// A cursor is the place of the last row shown.
std::expected<std::int64_t, ReadError> place_of(const std::optional<std::string>& cursor, std::int64_t start) {
  if (!cursor) return start;
  std::int64_t place = 0;
  const auto [end, failed] = std::from_chars(cursor->data(), cursor->data() + cursor->size(), place);
  if (failed != std::errc{} || end != cursor->data() + cursor->size())
    return std::unexpected(ReadError{ReadError::Kind::bad_cursor, "cursor " + *cursor + " is none of ours"});
  return place;
}

class SqliteViews final : public Views {
 public:
  SqliteViews(std::string path, const Ledger& ledger) : path_(std::move(path)), ledger_(ledger) {}

  Read<std::optional<EventView>> event(const SourceName& source, const EventId& event_id) override;
  Read<Page<EventView>> events(const std::optional<SourceName>& source, const PageRequest& page) override;
  Read<std::optional<ResourceView>> resource(const ResourceId& id) override;
  Read<Page<ResourceView>> resources(const PageRequest& page) override;
  Read<Page<WaitingView>> waiting(const std::optional<SourceName>& source, const PageRequest& page) override;
  Read<Page<LetterView>> letters(const std::optional<SourceName>& source, bool open_only, const PageRequest& page) override;
  Read<std::optional<LetterView>> letter(const LetterId& id) override;
  Read<Totals> totals() override;

 private:
  // Runs a read; whatever the database throws becomes a value here.
  template <class T>
  Read<T> read(const std::function<T(Database&)>& body);
  template <class Row>
  Read<Page<Row>> page(const std::string& sql, const std::optional<SourceName>& source, const PageRequest& request,
                       std::int64_t start, Row (*make)(const Statement&), std::int64_t (*place)(const Statement&));
  std::optional<std::int64_t> sealed_seq(Database& database, std::int64_t generation, const LedgerKey& key);

  const std::string path_;
  const Ledger& ledger_;
  std::optional<Database> database_;  // opened at the first read
};

template <class T>
Read<T> SqliteViews::read(const std::function<T(Database&)>& body) {
  try {
    if (!database_) {
      database_ = Database::open(path_, Access::read_only);
      sqlite3_busy_timeout(database_->handle(), 1000);
    }
    return body(*database_);
  } catch (const SqlFailure& failure) {
    database_.reset();
    return std::unexpected(ReadError{ReadError::Kind::unavailable, failure.what()});
  }
}

template <class Row>
Read<Page<Row>> SqliteViews::page(const std::string& sql, const std::optional<SourceName>& source,
                                  const PageRequest& request, std::int64_t start, Row (*make)(const Statement&),
                                  std::int64_t (*place)(const Statement&)) {
  const auto from = place_of(request.cursor, start);
  if (!from) return std::unexpected(from.error());
  return read<Page<Row>>([&](Database& database) {
    Statement rows{database, sql};
    rows.bind(1, *from);
    source ? rows.bind(2, std::string_view{source->text}) : rows.bind_null(2);
    rows.bind(3, static_cast<std::int64_t>(request.limit) + 1);
    Page<Row> page;
    std::int64_t last = 0;
    while (rows.row()) {
      if (page.rows.size() == request.limit) {
        page.next = std::to_string(last);
        break;
      }
      page.rows.push_back(make(rows));
      last = place(rows);
    }
    return page;
  });
}

std::int64_t first_column(const Statement& row) { return row.integer(0); }

// Newest record first, as the writer looks: hot, sealed, kept.
Read<std::optional<EventView>> SqliteViews::event(const SourceName& source, const EventId& event_id) {
  return read<std::optional<EventView>>([&](Database& database) -> std::optional<EventView> {
    const LedgerKey key = ledger_key(source, event_id);
    const Ledger::Snapshot found = ledger_.snapshot(key);
    std::optional<std::int64_t> seq;
    if (found.hot) seq = found.hot->seq;
    for (auto it = found.generations.begin(); !seq && it != found.generations.end(); ++it)
      seq = sealed_seq(database, *it, key);
    if (!seq) {
      Statement kept{database, "SELECT seq FROM senja_ledger_kept WHERE key = ?"};
      kept.bind(1, std::span<const std::uint8_t>{key.bytes});
      if (kept.row()) seq = kept.integer(0);
    }
    if (!seq) return std::nullopt;
    Statement row{database, std::string{event_columns} + "WHERE e.seq = ?"};
    row.bind(1, *seq);
    if (!row.row()) return std::nullopt;
    return event_of(row);
  });
}

std::optional<std::int64_t> SqliteViews::sealed_seq(Database& database, std::int64_t generation, const LedgerKey& key) {
  Statement row{database, "SELECT seq FROM senja_ledger_" + std::to_string(generation) + " WHERE key = ?"};
  row.bind(1, std::span<const std::uint8_t>{key.bytes});
  return row.row() ? std::optional{row.integer(0)} : std::nullopt;
}

Read<Page<EventView>> SqliteViews::events(const std::optional<SourceName>& source, const PageRequest& request) {
  return page<EventView>(
      std::string{event_columns} + "WHERE e.seq < ?1 AND (?2 IS NULL OR e.source = ?2) ORDER BY e.seq DESC LIMIT ?3", source,
      request, INT64_MAX, &event_of, &first_column);
}

Read<std::optional<ResourceView>> SqliteViews::resource(const ResourceId& id) {
  return read<std::optional<ResourceView>>([&](Database& database) -> std::optional<ResourceView> {
    Statement row{database, std::string{resource_columns} + "WHERE id = ? AND placeholder = 0"};
    row.bind(1, std::string_view{id.text});
    return row.row() ? std::optional{resource_of(row)} : std::nullopt;
  });
}

Read<Page<ResourceView>> SqliteViews::resources(const PageRequest& request) {
  return page<ResourceView>(
      std::string{resource_columns} + "WHERE rid > ?1 AND placeholder = 0 AND ?2 IS NULL ORDER BY rid LIMIT ?3",
      std::nullopt, request, 0, &resource_of, &first_column);
}

Read<Page<WaitingView>> SqliteViews::waiting(const std::optional<SourceName>& source, const PageRequest& request) {
  return page<WaitingView>(
      std::string{waiting_columns} + "WHERE place > ?1 AND (?2 IS NULL OR source = ?2) ORDER BY place LIMIT ?3", source,
      request, 0, &waiting_of, &first_column);
}

Read<Page<LetterView>> SqliteViews::letters(const std::optional<SourceName>& source, bool open_only,
                                            const PageRequest& request) {
  return page<LetterView>(std::string{letter_columns} + "WHERE n < ?1 AND (?2 IS NULL OR source = ?2) " +
                              (open_only ? "AND resolved = 0 " : "") + "ORDER BY n DESC LIMIT ?3",
                          source, request, INT64_MAX, &letter_of, &first_column);
}

Read<std::optional<LetterView>> SqliteViews::letter(const LetterId& id) {
  const auto number = parse_letter_id(id);
  if (!number) return std::optional<LetterView>{};
  return read<std::optional<LetterView>>([&](Database& database) -> std::optional<LetterView> {
    Statement row{database, std::string{letter_columns} + "WHERE n = ?"};
    row.bind(1, number->number);
    if (!row.row()) return std::nullopt;
    LetterView view = letter_of(row);
    return view.id == id ? std::optional{std::move(view)} : std::nullopt;
  });
}

Read<Totals> SqliteViews::totals() {
  return read<Totals>([](Database& database) {
    Totals totals;
    Statement counts{database,
                     "SELECT (SELECT coalesce(max(seq), 0) FROM senja_events), (SELECT count(*) FROM senja_dead_letters "
                     "WHERE resolved = 0), "
                     "(SELECT coalesce(max(rid), 0) FROM senja_resources)"};
    counts.row();
    totals.events = counts.integer(0);
    totals.letters_open = counts.integer(1);
    totals.resources = counts.integer(2);
    counts.reset();
    Statement waiting{database, "SELECT source, count(*) FROM senja_waiting GROUP BY source"};
    while (waiting.row()) totals.waiting.emplace_back(std::string{waiting.text(0)}, waiting.integer(1));
    return totals;
  });
}

}  // namespace

std::unique_ptr<Views> open_views(const std::string& path, const Ledger& ledger) {
  return std::make_unique<SqliteViews>(path, ledger);
}

}  // namespace senja::store::sqlite
