// SplitMix64 (Steele, Lea, Flood): the same seed draws the same numbers, for tests and the simulator.
#pragma once

#include <atomic>

#include "clock/entropy.h"

namespace senja {

class SimEntropy final : public Entropy {
 public:
  explicit SimEntropy(std::uint64_t seed) : state_(seed) {}

  std::uint64_t draw() override {
    constexpr std::uint64_t step = 0x9e3779b97f4a7c15;
    std::uint64_t z = state_.fetch_add(step, std::memory_order_relaxed) + step;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

 private:
  std::atomic<std::uint64_t> state_;
};

}  // namespace senja
