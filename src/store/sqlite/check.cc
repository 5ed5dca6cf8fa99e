// Checks the user's SQL against a scratch database that has our tables and theirs, as the real one will.
#include "store/open.h"
#include "store/sqlite/effects.h"
#include "store/sqlite/schema.h"

namespace senja::store {

namespace {

// Nothing runs while checking, so no clock is read.
class StoppedClock final : public Clock {
 public:
  WallTime wall() const override { return {}; }
  SteadyTime steady() const override { return {}; }
  rules::ClockReading reading() const override { return {}; }
};

}  // namespace

std::vector<std::string> check(const Settings& settings) {
  std::vector<std::string> problems;
  try {
    auto scratch = sqlite::Database::open(":memory:", sqlite::Access::read_write);
    sqlite::migrate(scratch);
    if (std::string problem = sqlite::run_user_schema(scratch, settings.schema_sql, settings.schema_name);
        !problem.empty()) {
      problems.push_back(std::move(problem));
      return problems;
    }
    const StoppedClock clock;
    sqlite::Effects effects{scratch, clock};
    for (const auto& policy : settings.policies)
      for (std::size_t i = 0; i < policy->effects.size(); ++i)
        if (const auto added = effects.add(policy->effects[i]); !added)
          problems.push_back("source " + policy->source.text + ", effect " + std::to_string(i + 1) + ": " + added.error());
  } catch (const sqlite::SqlFailure& failure) {
    problems.emplace_back(failure.what());
  }
  return problems;
}

}  // namespace senja::store
