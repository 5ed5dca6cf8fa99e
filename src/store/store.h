// The write side of a store: a handful of verbs, on a screen. Reads for the API are another interface (views.h).
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <vector>

#include "senja/model/time.h"
#include "senja/rules/change.h"
#include "senja/rules/intent.h"
#include "store/settings.h"

namespace senja::store {

struct Settled {
  std::uint64_t token;
  rules::Verdict verdict;
};

// Where answers go: one per I/O context. Called from the store's thread with all that one commit settled; must not block.
class Completions {
 public:
  virtual ~Completions() = default;
  virtual void deliver(std::vector<Settled> settled) = 0;
};

// Names who waits for an answer. `to` outlives the store's threads.
struct Ticket {
  Completions* to;
  std::uint64_t token;
};

// How the store is, for readiness and metrics.
struct Health {
  bool accepting = true;             // false: it cannot commit (closed, broken, disk full)
  std::vector<std::string> reasons;  // one sentence each, also for what only degrades it
  bool clock_suspect = false;
  Micros clock_step{};  // how far the wall clock came apart from CLOCK_BOOTTIME
  std::size_t queued = 0;
  std::uint64_t commits = 0;
  std::uint64_t redone = 0;  // events judged again because a neighbour broke their commit
  std::uint64_t invariant_failures = 0;
  std::uint64_t log_pages = 0;  // pages in the write-ahead log
};

struct PurgeReport {
  bool allowed = true;  // the clock may end memory
  std::size_t records = 0;
  bool more = false;  // another step would find work
};

// Any thread may call. Answers only come after the commit is durable.
class Store {
 public:
  virtual ~Store() = default;

  // Decides and commits, then delivers exactly one Settled per ticket. At its bounds it delivers `busy` at once.
  virtual void submit(rules::Intent intent, Ticket ticket) = 0;

  // Waiting events whose sender fell silent become dead letters `abandoned`. Bounded; returns how many.
  virtual std::size_t lapse() = 0;

  // One bounded step of forgetting what no longer can be accepted, by generations.
  virtual PurgeReport purge() = 0;

  // Takes over the schema and the policies of `settings`, between two batches. Everything is prepared and checked first: on
  // an error, one sentence, nothing has changed. Intents formed under the old policies are still carried out.
  virtual std::expected<void, std::string> adopt(const Settings& settings) = 0;

  // The operator's word that the wall clock is right.
  virtual void accept_clock(rules::Actor actor) = 0;

  virtual Health health() const = 0;

  // No new work; what was taken is committed and answered. Then `draining` for whatever still comes.
  virtual void drain() = 0;
};

}  // namespace senja::store
