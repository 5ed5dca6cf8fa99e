// The real gateway as a child process: started, killed, started again.
#pragma once

#include <sys/types.h>

#include <expected>
#include <string>

#include "demo/place.h"
#include "senja/model/time.h"

namespace senja::demo {

// Owns at most one child at a time; it is told to end when its owner goes, and by the kernel when the demo dies.
class Gateway {
 public:
  struct Command {
    std::string program, config, log;
  };
  Gateway(Command command, const Place& place) : command_(std::move(command)), place_(place) {}
  ~Gateway() { stop(); }
  Gateway(const Gateway&) = delete;
  Gateway& operator=(const Gateway&) = delete;

  // Returns when /readyz says that it accepts. The error says why it never did: a port that is taken, a line of its log.
  std::expected<void, std::string> start();

  void kill_hard();                // SIGKILL: no goodbye
  void stop();                     // SIGTERM: it finishes what it has, then ends
  void serve_until_interrupted();  // SIGINT or SIGTERM to this process, or the child's own end

  // Waits; true if the child ended meanwhile.
  bool ended_within(Micros span) const;

 private:
  std::expected<void, std::string> spawn();
  bool ready() const;
  void reap();

  Command command_;
  const Place& place_;
  pid_t child_ = -1;
  int child_fd_ = -1;  // readable once the child has ended
};

}  // namespace senja::demo
