#include <algorithm>

#include "config/duration.h"
#include "config/parts.h"

namespace senja::config {

namespace {

// What a machine of any size can want; beyond it a number is a slip.
constexpr std::int64_t queue_ceiling = 1'000'000;
constexpr std::int64_t batch_ceiling = 4'096;
constexpr std::int64_t generation_rows_least = 256, generation_rows_ceiling = 10'000'000;
constexpr std::int64_t checkpoint_pages_least = 100, checkpoint_pages_ceiling = 1'000'000;
constexpr std::int64_t cache_kib_least = 256, cache_kib_ceiling = 16 * 1024 * 1024;
constexpr std::int64_t reserve_bytes_ceiling = std::int64_t{1} << 40;

void read_url(Section& section, store::Settings& store);
void read_history(Section& section, store::Settings& store);

}  // namespace

void read_store(Section section, const Surroundings& surroundings, store::Settings& store) {
  read_url(section, store);
  if (const auto schema = section.text("schema")) {
    auto sql = surroundings.read(*schema);
    if (!sql) section.problem("schema", "\"" + *schema + "\" cannot be read: " + sql.error());
    store.schema_sql = std::move(sql).value_or("");
    store.schema_name = *schema;
  }
  const auto count = [&section](std::string_view key, auto& value, std::int64_t min, std::int64_t max) {
    if (const auto read = section.integer(key, min, max))
      value = static_cast<std::remove_reference_t<decltype(value)>>(*read);
  };
  count("queue_max", store.queue_max, 1, queue_ceiling);
  count("batch_max", store.batch_max, 1, batch_ceiling);
  count("generation_rows", store.generation_rows, generation_rows_least, generation_rows_ceiling);
  count("checkpoint_pages", store.checkpoint_pages, checkpoint_pages_least, checkpoint_pages_ceiling);
  count("cache_kib", store.cache_kib, cache_kib_least, cache_kib_ceiling);
  count("reserve_bytes", store.reserve_bytes, 0, reserve_bytes_ceiling);
  read_history(section, store);
  section.finish();
}

namespace {

void read_url(Section& section, store::Settings& store) {
  store.url = section.text("url").value_or(store.url);
  if (store.url == "memory")
    section.warning("url", "\"memory\" is for tries: nothing survives the process, so no answer is durable");
  else if (store.url.starts_with("postgres://") || store.url.starts_with("postgresql://"))
    section.problem("url", "PostgreSQL is not supported by this version: use \"sqlite:PATH\"");
  else if (!store.url.starts_with("sqlite:") || store.url == "sqlite:")
    section.problem("url", "must be \"sqlite:PATH\" or \"memory\"");
}

// The history is what people and replays read: it must not end before the ledger forgets.
void read_history(Section& section, store::Settings& store) {
  Micros longest{};
  for (const auto& policy : store.policies)
    longest = std::max({longest, policy->time.remember_for.value_or(Micros{}), policy->time.grace});
  const auto given = section.duration("history_for");
  if (given && *given < longest)
    section.problem("history_for",
                    "must be at least " + format_duration(longest) + ": as long as a source remembers its events");
  store.history_for = given.value_or(std::max(store.history_for, longest));
}

}  // namespace

}  // namespace senja::config
