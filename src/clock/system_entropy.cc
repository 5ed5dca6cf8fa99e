#include "clock/system_entropy.h"

#include <sys/random.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace senja {

// What was drawn is wiped from the block, so that no number lies about after its use.
std::uint64_t SystemEntropy::draw() {
  const std::scoped_lock lock(mutex_);
  if (left_ == 0) {
    ssize_t got = -1;
    do got = getrandom(block_.data(), sizeof block_, 0);
    while (got < 0 && errno == EINTR);
    if (got != static_cast<ssize_t>(sizeof block_)) throw std::system_error(errno, std::generic_category(), "getrandom");
    left_ = block_.size();
  }
  return std::exchange(block_[--left_], 0);
}

}  // namespace senja
