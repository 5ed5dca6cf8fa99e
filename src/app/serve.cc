#include "app/serve.h"

#include <string>

#include "app/gateway.h"
#include "app/log.h"
#include "app/signals.h"
#include "cli/run.h"

namespace senja::app {

namespace {

constexpr Micros drain_look = std::chrono::milliseconds{20};

void wait_for_the_end(const Signals& signals);
void drain(Gateway& gateway, const Signals& signals, const Clock& clock, Micros time_out);

}  // namespace

int serve(const config::Settings& settings, const Clock& clock, Probe* probe) {
  const Signals signals;
  open_log(settings.server.log_level);

  auto gateway = Gateway::open(settings, clock, probe);
  if (!gateway) {
    log_error(gateway.error());
    return cli::configuration;
  }
  (*gateway)->start();
  log_info("senja " SENJA_VERSION " listening on " + (*gateway)->address().text() + ", admin on " +
           (*gateway)->admin_address().text());
  wait_for_the_end(signals);
  drain(**gateway, signals, clock, settings.server.drain_timeout);
  (*gateway)->stop();
  log_info("senja ended");
  return cli::done;
}

namespace {

void wait_for_the_end(const Signals& signals) {
  while (signals.wait() == SIGHUP) log_warning("SIGHUP: this version does not reload; nothing was changed");
}

// A second signal ends the wait for those who do not take their answers.
void drain(Gateway& gateway, const Signals& signals, const Clock& clock, Micros time_out) {
  log_info("draining");
  gateway.begin_drain();
  const SteadyTime deadline = clock.steady() + time_out;
  while (!gateway.drained() && clock.steady() < deadline)
    if (const auto signal = signals.wait_for(drain_look); signal && *signal != SIGHUP) return;
}

}  // namespace

}  // namespace senja::app
