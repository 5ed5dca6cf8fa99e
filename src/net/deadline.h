// A time-out without a clock to read: the kernel's timer becomes readable when the time is up.
#pragma once

#include <cstdint>

#include "senja/model/time.h"

namespace senja::net {

// Owns a timerfd that runs from construction.
class Deadline {
 public:
  explicit Deadline(Micros span);
  ~Deadline();
  Deadline(const Deadline&) = delete;
  Deadline& operator=(const Deadline&) = delete;

  // Waits until `socket` is ready for `events` (as of poll). False: the time is up.
  bool wait(int socket, short events) const;

 private:
  int timer_;
};

}  // namespace senja::net
