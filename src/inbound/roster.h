// The sources that are served now. A reload puts others in their place; who holds the old list keeps it whole.
#pragma once

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "inbound/source.h"

namespace senja::inbound {

using Sources = std::vector<std::shared_ptr<const Source>>;

class Roster {
 public:
  explicit Roster(Sources sources) : sources_(std::make_shared<const Sources>(std::move(sources))) {}

  std::shared_ptr<const Sources> now() const {
    const std::lock_guard lock{mutex_};
    return sources_;
  }
  void set(Sources sources) {
    auto next = std::make_shared<const Sources>(std::move(sources));
    const std::lock_guard lock{mutex_};
    sources_.swap(next);
  }

 private:
  mutable std::mutex mutex_;
  std::shared_ptr<const Sources> sources_;
};

}  // namespace senja::inbound
