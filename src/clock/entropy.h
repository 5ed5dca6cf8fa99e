// Randomness comes in, like time: production hands in the kernel's, tests and the simulator a seeded one.
#pragma once

#include <cstdint>

namespace senja {

// Any thread may draw.
class Entropy {
 public:
  virtual ~Entropy() = default;
  virtual std::uint64_t draw() = 0;
};

}  // namespace senja
