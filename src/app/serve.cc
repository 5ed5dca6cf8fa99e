#include "app/serve.h"

#include <set>
#include <string>

#include "app/descriptors.h"
#include "app/gateway.h"
#include "app/log.h"
#include "app/notify.h"
#include "app/signals.h"

namespace senja::app {

namespace {

constexpr Micros look_interval = std::chrono::seconds{1};
constexpr Micros drain_look = std::chrono::milliseconds{20};

// The thread that started the program: it looks after the others until it is told to end them.
class Watch {
 public:
  Watch(Gateway& gateway, const cli::Serving& serving, const Clock& clock)
      : gateway_(gateway),
        serving_(serving),
        clock_(clock),
        notify_(serving.environment),
        drain_timeout_(serving.settings.server.drain_timeout) {}

  void until_told_to_end(const Signals& signals);
  void drain(const Signals& signals) const;

 private:
  void look();
  void reload();

  Gateway& gateway_;
  const cli::Serving& serving_;
  const Clock& clock_;
  const Notify notify_;
  Micros drain_timeout_;
  std::set<std::string> silent_;
};

void tell_of_descriptors(std::size_t connections_max);

}  // namespace

int serve(const cli::Serving& serving, const Clock& clock, Probe* probe) {
  const Signals signals;
  const config::Server& server = serving.settings.server;
  open_log(server.log);
  tell_of_descriptors(server.connections_max);

  auto gateway = Gateway::open(serving.settings, clock, probe);
  if (!gateway) {
    log_error(gateway.error());
    close_log();
    return cli::configuration;
  }
  (*gateway)->start();
  log_info("senja " SENJA_VERSION " listening on " + (*gateway)->address().text() + (server.tls ? " (TLS)" : "") +
           ", admin on " + (*gateway)->admin_address().text() + (server.admin_tls ? " (TLS)" : ""));
  Watch watch{**gateway, serving, clock};
  watch.until_told_to_end(signals);
  watch.drain(signals);
  (*gateway)->stop();
  log_info("senja ended");
  close_log();
  return cli::done;
}

namespace {

void Watch::until_told_to_end(const Signals& signals) {
  notify_.ready("serving");
  while (true) {
    const auto signal = signals.wait_for(look_interval);
    if (!signal)
      look();
    else if (*signal == SIGHUP)
      reload();
    else
      return;
  }
}

// Once a second: who is silent, and that we are not.
void Watch::look() {
  if (gateway_.goes_round()) notify_.alive();
  std::set<std::string> silent;
  for (const inbound::Silence& silence : gateway_.silences()) {
    silent.insert(silence.source);
    if (!silent_.contains(silence.source)) log_warning(silence.sentence());
  }
  for (const std::string& source : silent_)
    if (!silent.contains(source)) log_info("the source " + source + " is heard from again");
  silent_ = std::move(silent);
}

void Watch::reload() {
  notify_.reloading(clock_.reading().boot);
  auto settings = serving_.reload();
  std::vector<std::string> reasons;
  if (!settings) {
    gateway_.reload_refused();
    for (const config::Problem& problem : settings.error()) reasons.push_back(problem.message());
  } else if (auto reloaded = gateway_.reload(*settings); !reloaded) {
    reasons = std::move(reloaded.error());
  } else {
    open_log(settings->server.log);
    drain_timeout_ = settings->server.drain_timeout;
    for (const std::string& warning : settings->warnings) log_warning(warning);
    log_info("reloaded: " + std::to_string(settings->sources.size()) + " sources");
  }
  for (const std::string& reason : reasons) log_error("reload refused: " + reason);
  if (!reasons.empty()) log_error("reload refused: nothing was changed");
  notify_.ready(reasons.empty() ? "serving" : "serving; the last reload was refused");
}

// A second signal ends the wait for those who do not take their answers.
void Watch::drain(const Signals& signals) const {
  log_info("draining");
  notify_.stopping();
  gateway_.begin_drain();
  const SteadyTime deadline = clock_.steady() + drain_timeout_;
  while (!gateway_.drained()) {
    if (clock_.steady() >= deadline) return log_warning("the drain took too long: connections are cut");
    if (const auto signal = signals.wait_for(drain_look); signal && *signal != SIGHUP) return;
  }
}

void tell_of_descriptors(std::size_t connections_max) {
  const DescriptorLimit limit = raise_descriptor_limit();
  if (limit.before != limit.now)
    log_info("open files: " + std::to_string(limit.before) + " raised to " + std::to_string(limit.now));
  if (limit.now < connections_max + descriptors_of_our_own)
    log_warning("the limit of open files, " + std::to_string(limit.now) + ", is too low for connections_max = " +
                std::to_string(connections_max) + ": raise it (LimitNOFILE, ulimit -Hn), or lower connections_max");
}

}  // namespace

}  // namespace senja::app
