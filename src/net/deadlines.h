// When the connections of a context want to be looked at again: by time, without going through all of them. Ten thousand
// idle ones cost nothing.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <queue>
#include <vector>

#include "senja/model/time.h"

namespace senja::net {

// One thread. An appointment is not taken back: whose time has changed is asked too early, and makes another.
class Deadlines {
 public:
  struct Appointment {
    SteadyTime at;
    std::uint64_t connection;
    bool operator>(const Appointment& other) const { return at > other.at; }
  };

  void add(SteadyTime at, std::uint64_t connection) { queue_.push({at, connection}); }

  // The next one whose time has come.
  std::optional<Appointment> take(SteadyTime now) {
    if (queue_.empty() || queue_.top().at > now) return std::nullopt;
    const Appointment next = queue_.top();
    queue_.pop();
    return next;
  }

 private:
  std::priority_queue<Appointment, std::vector<Appointment>, std::greater<>> queue_;
};

}  // namespace senja::net
