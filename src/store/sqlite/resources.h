// Resources: found by id, written by rowid, so that resources of one time lie together.
#pragma once

#include <optional>

#include "senja/model/ids.h"
#include "senja/rules/change.h"
#include "senja/rules/facts.h"
#include "store/sqlite/database.h"

namespace senja::store::sqlite {

struct ResourceRow {
  std::int64_t rid = 0;
  rules::Resource resource;
};

// The writer's. Throws SqlFailure.
class Resources {
 public:
  explicit Resources(Database& database);

  std::optional<ResourceRow> find(const ResourceId& id, bool with_skipped);

  // Numbers skipped up to the new seen_version are no longer needed (has_skipped: there are some).
  // The condition stands in the WHERE too. False: the row was not as decided, which is a bug and undoes the commit.
  bool write(const ResourceId& id, std::optional<std::int64_t> rid, const rules::ResourceWrite& write, bool has_skipped,
             WallTime now);
  void skip(const ResourceId& id, std::optional<std::int64_t> rid, std::int64_t version);

 private:
  Database& database_;
  Statement find_, insert_, update_, skips_, add_skip_, drop_skips_;
};

}  // namespace senja::store::sqlite
