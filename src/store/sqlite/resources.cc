#include "store/sqlite/resources.h"

#include "store/sqlite/columns.h"

namespace senja::store::sqlite {

Resources::Resources(Database& database)
    : database_(database),
      find_(database,
            "SELECT rid, state, version, seen_version, revision, expires_at, placeholder FROM senja_resources WHERE id = ?"),
      insert_(
          database,
          "INSERT INTO senja_resources (id, state, version, seen_version, revision, expires_at, updated_at, placeholder) "
          "VALUES (?,?,?,?,?,?,?,?) ON CONFLICT (id) DO NOTHING"),
      update_(database,
              "UPDATE senja_resources SET state = ?, version = ?, seen_version = ?, revision = ?, expires_at = ?, "
              "updated_at = ?, "
              "placeholder = ? WHERE rid = ? AND revision = ?"),
      skips_(database, "SELECT version FROM senja_skips WHERE rid = ? ORDER BY version"),
      add_skip_(database, "INSERT INTO senja_skips (rid, version) VALUES (?, ?) ON CONFLICT DO NOTHING"),
      drop_skips_(database, "DELETE FROM senja_skips WHERE rid = ? AND version <= ?") {}

std::optional<ResourceRow> Resources::find(const ResourceId& id, bool with_skipped) {
  find_.bind(1, std::string_view{id.text});
  if (!find_.row()) return std::nullopt;
  ResourceRow row;
  row.rid = find_.integer(0);
  row.resource.state.text = find_.text(1);
  row.resource.version = find_.integer(2);
  row.resource.seen_version = find_.integer(3);
  row.resource.revision = find_.integer(4);
  row.resource.expires_at = maybe_wall_column(find_, 5);
  row.resource.placeholder = find_.integer(6) != 0;
  find_.reset();
  if (with_skipped) {
    skips_.bind(1, row.rid);
    while (skips_.row()) row.resource.skipped.push_back(skips_.integer(0));
  }
  return row;
}

bool Resources::write(const ResourceId& id, std::optional<std::int64_t> rid, const rules::ResourceWrite& write,
                      bool has_skipped, WallTime now) {
  if (write.kind == rules::ResourceWrite::Kind::create) {
    insert_.bind(1, std::string_view{id.text})
        .bind(2, std::string_view{write.state.text})
        .bind(3, write.version)
        .bind(4, write.seen_version);
    insert_.bind(5, write.revision)
        .bind(6, micros(write.expires_at))
        .bind(7, micros(now))
        .bind(8, std::int64_t{write.placeholder})
        .finish();
    return database_.changes() == 1;
  }
  if (!rid) return false;
  update_.bind(1, std::string_view{write.state.text})
      .bind(2, write.version)
      .bind(3, write.seen_version)
      .bind(4, write.revision);
  update_.bind(5, micros(write.expires_at)).bind(6, micros(now)).bind(7, std::int64_t{write.placeholder});
  update_.bind(8, *rid).bind(9, write.expected_revision).finish();
  if (database_.changes() != 1) return false;
  if (has_skipped) drop_skips_.bind(1, *rid).bind(2, write.seen_version).finish();
  return true;
}

void Resources::skip(const ResourceId& id, std::optional<std::int64_t> rid, std::int64_t version) {
  if (!rid) rid = find(id, false).value().rid;
  add_skip_.bind(1, *rid).bind(2, version).finish();
}

}  // namespace senja::store::sqlite
