// The running gateway: store, public and admin listener, upkeep, in the order in which they start and the reverse of it.
#pragma once

#include <atomic>
#include <expected>
#include <memory>
#include <string>
#include <vector>

#include "api/api.h"
#include "clock/clock.h"
#include "config/settings.h"
#include "inbound/gate.h"
#include "inbound/silence.h"
#include "net/server.h"
#include "store/open.h"
#include "store/steps.h"
#include "upkeep/upkeep.h"

namespace senja::app {

// Driven by one thread. `clock` and `probe` outlive it.
class Gateway {
 public:
  // Opens the store and binds both listeners; the error names what could not be had.
  static std::expected<std::unique_ptr<Gateway>, std::string> open(const config::Settings& settings, const Clock& clock,
                                                                   Probe* probe = nullptr);
  ~Gateway();

  void start();
  const net::Address& address() const { return public_->address(); }
  const net::Address& admin_address() const { return admin_->address(); }

  // Takes over sources, tokens, certificates, proxies and the user's schema: all of it, or nothing and why not. What is
  // under way ends as it began.
  std::expected<void, std::vector<std::string>> reload(const config::Settings& settings);
  void reload_refused() { ++reloads_refused_; }  // before it came to reload(): for the metrics

  std::vector<inbound::Silence> silences() const;
  bool goes_round() const { return pulse_.steady(clock_.steady()); }  // no I/O thread is stuck

  // No new work from here on: 503 for what still comes, idle connections close, what was taken is answered.
  void begin_drain();
  bool drained() const { return public_->drained(); }
  // Ends everything; what the store has taken is committed first.
  void stop();

 private:
  Gateway(const config::Settings& settings, const Clock& clock, std::unique_ptr<store::Opened> store, Probe* probe);
  std::expected<void, std::string> listen();
  inbound::Readiness readiness() const;
  api::Process process() const;

  template <class Handler>
  struct OnLoop {
    net::Loop* loop;
    Handler* handler;
  };

  // The servers' threads use the store, and the store's thread posts to the servers: stop() ends the former, then the
  // latter; the servers' objects go last.
  config::Settings settings_;
  const Clock& clock_;
  std::atomic<bool> draining_ = false;
  std::atomic<std::uint64_t> reloads_done_ = 0, reloads_refused_ = 0;
  mutable inbound::Standings standings_;
  inbound::Pulse pulse_;
  inbound::Roster roster_;
  std::vector<OnLoop<inbound::Gate>> gates_;
  OnLoop<api::Api> api_{};
  std::unique_ptr<net::Server> public_, admin_;
  std::unique_ptr<store::Opened> store_;
  std::unique_ptr<store::Views> views_;
  upkeep::Upkeep upkeep_;
  inbound::Grounds grounds_;
  api::Desk desk_;
};

}  // namespace senja::app
