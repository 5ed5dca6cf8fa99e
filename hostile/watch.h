// Watches sockets from one thread, edge by edge: each is named once, and told of whenever something about it has changed.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <stop_token>

#include "clock/clock.h"

namespace senja::hostile {

// How long the gateway may take over anything before it counts as not done. Far more than it needs: a loaded machine is not
// a fault of the gateway's.
inline constexpr Micros patience = std::chrono::seconds{30};

// Called by the watching thread alone.
class Watched {
 public:
  virtual ~Watched() = default;
  // Something came, or may be sent, or has ended. Also without a cause: whoever is called looks for himself.
  virtual void on_socket(std::size_t which) = 0;
  // Does what is due, and says when it wants its next turn; nothing: it is over. `ending`: it has been told to come to its
  // end.
  virtual std::optional<SteadyTime> on_turn(SteadyTime now, bool ending) = 0;
};

class Watch {
 public:
  explicit Watch(const Clock& clock);
  ~Watch();
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  void add(int socket, std::size_t which);  // until the socket is closed
  void run(Watched& watched, const std::stop_token& stop);
  SteadyTime now() const { return clock_.steady(); }

 private:
  const Clock& clock_;
  const int epoll_;
};

}  // namespace senja::hostile
