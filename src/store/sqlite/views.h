// Reads over a connection of their own that cannot write. The hot part of the ledger is asked for in memory.
#pragma once

#include <memory>
#include <string>

#include "store/sqlite/ledger.h"
#include "store/views.h"

namespace senja::store::sqlite {

// `ledger` outlives the views. Never fails: a database that cannot be opened makes each read say so.
std::unique_ptr<Views> open_views(const std::string& path, const Ledger& ledger);

}  // namespace senja::store::sqlite
