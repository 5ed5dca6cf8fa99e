// One I/O thread: its connections, its timer, and the work that other threads hand it.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>

#include "clock/clock.h"
#include "net/bounds.h"
#include "net/message.h"

namespace senja::net {

// run() is the thread's body. post(), adopt(), drain() and stop() may be called by any thread; the rest before run().
// The handler, the clock and the counter outlive it.
class Context final : public Loop {
 public:
  // `open_connections` counts those of all contexts of a server.
  Context(const Bounds& bounds, const Clock& clock, std::atomic<std::size_t>& open_connections);
  ~Context() override;

  void serve(Handler& handler);
  // Takes connections from a listening socket, which stays the caller's, until stop_accepting().
  void accept_from(int listener, std::function<void(int socket)> on_accept);

  void run();
  void post(std::move_only_function<void()> work) override;
  void adopt(int socket);  // a connected socket, counted already; ours from here on
  void stop_accepting();
  void drain();  // idle connections close now, the others after their answer
  void stop();   // all connections close; run() returns

 private:
  class Core;
  std::unique_ptr<Core> core_;
};

}  // namespace senja::net
