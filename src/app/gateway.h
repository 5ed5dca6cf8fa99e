// The running gateway: store, public and admin listener, upkeep, in the order in which they start and the reverse of it.
#pragma once

#include <atomic>
#include <expected>
#include <memory>
#include <string>

#include "api/api.h"
#include "clock/clock.h"
#include "config/settings.h"
#include "inbound/counts.h"
#include "inbound/gate.h"
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

  // No new work from here on: 503 for what still comes, idle connections close, what was taken is answered.
  void begin_drain();
  bool drained() const { return public_->drained(); }
  // Ends everything; what the store has taken is committed first.
  void stop();

 private:
  Gateway(const config::Settings& settings, const Clock& clock, std::unique_ptr<store::Opened> store, Probe* probe);

  // The servers' threads use the store, and the store's thread posts to the servers: stop() ends the former, then the
  // latter; the servers' objects go last.
  std::atomic<bool> draining_ = false;
  inbound::Counts counts_;
  std::unique_ptr<net::Server> public_, admin_;
  std::unique_ptr<store::Opened> store_;
  std::unique_ptr<store::Views> views_;
  upkeep::Upkeep upkeep_;
  inbound::Grounds grounds_;
  api::Desk desk_;
};

}  // namespace senja::app
