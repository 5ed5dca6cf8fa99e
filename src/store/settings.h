// Settings of a store: a default and a reason at each field; filled and checked once at load.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "senja/model/limits.h"
#include "senja/rules/policy.h"

namespace senja::store {

struct Settings {
  // "sqlite:PATH", "memory" (for tries: nothing survives), later "postgres://…".
  std::string url = "sqlite:var/senja.db";
  std::string holder;       // who opens it, for a second one that tries: one line
  std::string schema_sql;   // the user's own tables: run at each start, so it must be repeatable
  std::string schema_name;  // the file it came from, for errors
  std::vector<std::shared_ptr<const rules::Policy>> policies;  // whose effects are prepared and checked at start

  std::size_t queue_max = limits::store_queue_max;  // beyond → busy
  std::size_t batch_max = limits::store_batch_max;  // events in one commit
  std::size_t generation_rows = 16'384;             // ledger rows of one generation
  std::size_t checkpoint_pages = 2'000;             // WAL pages after which the writer checkpoints
  std::size_t cache_kib = 16 * 1024;                // page cache at most
  std::uint64_t reserve_bytes = 8 * 1024 * 1024;    // given back to the disk when it is full
  Micros history_for =
      std::chrono::hours{24 * 35};  // bodies and history entries; never shorter than the ledger's memory needs
};

}  // namespace senja::store
