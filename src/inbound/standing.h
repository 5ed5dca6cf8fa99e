// What the running gateway knows of a source beside its settings: counts, its rate, when it was last heard. Kept by name,
// so that a reload of the settings changes none of it.
#pragma once

#include <atomic>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "inbound/counts.h"
#include "inbound/rate_limit.h"
#include "senja/model/time.h"

namespace senja::inbound {

// Any thread; the counts of thread i by thread i alone.
class Standing {
 public:
  Standing(std::size_t threads, SteadyTime now) : counts_(threads), heard_at_(now.time_since_epoch().count()) {}

  SourceCounts& counts(std::size_t thread) { return counts_[thread]; }
  SourceTotals totals() const;
  RateLimit& rate() { return rate_; }

  // A signed request came. Where nothing ever came, silence counts from the start.
  void heard(SteadyTime at) { heard_at_.store(at.time_since_epoch().count(), std::memory_order_relaxed); }
  Micros silent_for(SteadyTime now) const { return now - SteadyTime{Micros{heard_at_.load(std::memory_order_relaxed)}}; }

 private:
  std::vector<SourceCounts> counts_;
  RateLimit rate_;
  std::atomic<Micros::rep> heard_at_;
};

class Standings {
 public:
  explicit Standings(std::size_t threads) : threads_(threads) {}

  // The same one for the same name, always.
  std::shared_ptr<Standing> of(const std::string& source, SteadyTime now);
  std::map<std::string, std::shared_ptr<const Standing>> all() const;

 private:
  const std::size_t threads_;
  mutable std::mutex mutex_;
  std::map<std::string, std::shared_ptr<Standing>> by_source_;
};

}  // namespace senja::inbound
