// Brings what a commit settled from the store's thread to the thread that waits: one hand-over a batch.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "net/message.h"
#include "store/store.h"

namespace senja::inbound {

// The loop and the receiver outlive the store's threads.
class Settling final : public store::Completions {
 public:
  using Receive = std::function<void(const store::Settled&)>;  // on the loop's thread
  Settling(net::Loop& loop, Receive receive) : loop_(loop), receive_(std::move(receive)) {}

  void deliver(std::vector<store::Settled> settled) override {
    loop_.post([this, settled = std::move(settled)] {
      for (const store::Settled& each : settled) receive_(each);
    });
  }

 private:
  net::Loop& loop_;
  Receive receive_;
};

}  // namespace senja::inbound
