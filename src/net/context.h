// One I/O thread: its connections, its timer, and the work that other threads hand it.
#pragma once

#include <functional>
#include <memory>

#include "clock/clock.h"
#include "net/arrival.h"
#include "net/bounds.h"
#include "net/message.h"

namespace senja::net {

// run() is the thread's body. post(), adopt(), drain() and stop() may be called by any thread; the rest before run().
// The handler, the clock and the tally outlive it.
class Context final : public Loop {
 public:
  Context(const Bounds& bounds, const Clock& clock, Tally& tally);
  ~Context() override;

  void serve(Handler& handler);
  // Takes connections from a listening socket, which stays the caller's, until stop_accepting().
  void accept_from(int listener, std::function<void(int socket, const IpAddress& peer)> on_accept);

  void run();
  void post(std::move_only_function<void()> work) override;
  void adopt(Arrival arrival);  // counted already; its socket is ours from here on
  void stop_accepting();
  void drain();  // idle connections close now, the others after their answer
  void stop();   // all connections close; run() returns

 private:
  class Core;
  std::unique_ptr<Core> core_;
};

}  // namespace senja::net
