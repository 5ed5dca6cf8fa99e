// What the database holds, compared with what the reference says it must.
#pragma once

#include <filesystem>
#include <optional>
#include <set>

#include "reference.h"
#include "store/views.h"

namespace senja::simulate {

// Everything: records, resources, waiting events, letters, and the rows that effects wrote.
std::optional<Objection> compare_all(const Reference& reference, store::Views& views, const std::filesystem::path& database);

// Only these events, as cheap as a few reads.
std::optional<Objection> compare_events(const Reference& reference, store::Views& views,
                                        const std::filesystem::path& database, const std::set<EventKey>& events);

}  // namespace senja::simulate
