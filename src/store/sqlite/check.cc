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
    const StoppedClock clock;
    problems = sqlite::Effects{scratch, clock}.adopt(settings);
  } catch (const sqlite::SqlFailure& failure) {
    problems.emplace_back(failure.what());
  }
  return problems;
}

}  // namespace senja::store
