// Opens the store that the settings name. One factory; app/ calls it, tests and the simulator too.
#pragma once

#include <expected>
#include <memory>
#include <string>
#include <vector>

#include "clock/clock.h"
#include "store/settings.h"
#include "store/steps.h"
#include "store/store.h"
#include "store/views.h"

namespace senja::store {

// own_thread: a writer thread commits what has queued. by_hand: nothing happens until run_once(), all on the caller's
// thread (the simulator and the conformance suite).
enum class Threading : std::uint8_t { own_thread, by_hand };

class Opened {
 public:
  virtual ~Opened() = default;
  virtual Store& store() = 0;
  virtual std::unique_ptr<Views> views() = 0;  // a reader of its own, for one thread at a time
  virtual std::string place() const = 0;       // where it is, for the log and for tools: a file
  virtual std::size_t run_once() = 0;          // by_hand: commits one batch of what has queued; how many were settled
};

struct OpenError {
  std::string problem;  // names the file, the effect, the statement
};

// `clock` and `probe` outlive what is opened.
std::expected<std::unique_ptr<Opened>, OpenError> open(const Settings& settings, const Clock& clock, Probe* probe = nullptr,
                                                       Threading threading = Threading::own_thread);

// Checks the user's schema and effects against a scratch database: one sentence a problem. Touches no file of the store.
std::vector<std::string> check(const Settings& settings);

}  // namespace senja::store
