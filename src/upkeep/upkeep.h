// What must happen though no request asks for it: silence ends waiting events, and memory ends.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <stop_token>
#include <thread>

#include "senja/model/time.h"
#include "store/store.h"

namespace senja::upkeep {

// A step inside, a loop outside: run_once() neither sleeps nor loops without bound. The store outlives it.
class Upkeep {
 public:
  static constexpr Micros period = std::chrono::seconds{1};
  static constexpr std::size_t purge_steps_max = 8;  // in one round; each is bounded by the store

  explicit Upkeep(store::Store& store) : store_(store) {}
  ~Upkeep() { stop(); }

  struct Round {
    std::size_t lapsed = 0, purged = 0;
    bool purge_allowed = true;  // false: the clock may not end memory now
  };
  Round run_once();

  void start();  // a thread that calls run_once() every period
  void stop();   // waits for it; stopping twice, or before starting, is fine

 private:
  void loop(const std::stop_token& stop);

  store::Store& store_;
  std::mutex sleep_mutex_;
  std::condition_variable_any sleep_;
  std::jthread thread_;
};

}  // namespace senja::upkeep
