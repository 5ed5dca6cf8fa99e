#include "inbound/standing.h"

namespace senja::inbound {

SourceTotals Standing::totals() const {
  SourceTotals totals;
  for (const SourceCounts& thread : counts_) thread.add_to(totals);
  return totals;
}

std::shared_ptr<Standing> Standings::of(const std::string& source, SteadyTime now) {
  const std::lock_guard lock{mutex_};
  auto& standing = by_source_[source];
  if (!standing) standing = std::make_shared<Standing>(threads_, now);
  return standing;
}

std::map<std::string, std::shared_ptr<const Standing>> Standings::all() const {
  const std::lock_guard lock{mutex_};
  return {by_source_.begin(), by_source_.end()};
}

}  // namespace senja::inbound
