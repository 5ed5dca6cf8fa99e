// Randomness from the kernel, drawn in small blocks.
#pragma once

#include <array>
#include <mutex>

#include "clock/entropy.h"

namespace senja {

class SystemEntropy final : public Entropy {
 public:
  std::uint64_t draw() override;

 private:
  std::mutex mutex_;
  std::array<std::uint64_t, 32> block_{};  // 256 bytes: getrandom gives as many whole, whatever signals come
  std::size_t left_ = 0;
};

}  // namespace senja
