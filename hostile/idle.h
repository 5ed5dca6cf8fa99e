// Clients that were served once, kept their connection, and say nothing more.
#pragma once

#include <cstddef>
#include <deque>
#include <latch>
#include <memory>
#include <thread>
#include <vector>

#include "answer.h"
#include "line.h"
#include "watch.h"

namespace senja::hostile {

struct IdleTally {
  std::size_t asked = 0, up = 0;  // connected and served
  std::size_t cut = 0;            // of those: by the gateway, before they were let go
  void add(const IdleTally& other);
};

class IdleCrowd final : private Watched {
 public:
  IdleCrowd(const Clock& clock, const Target& target, std::size_t count);

  void come();  // returns once all are there, or no further one has come for `patience`
  IdleTally let_go();

 private:
  struct Client {
    std::unique_ptr<Line> line;
    AnswerReader answers;
    bool asked = false, up = false;
  };

  void on_socket(std::size_t which) override;
  std::optional<SteadyTime> on_turn(SteadyTime now, bool ending) override;

  void open(std::size_t which);

  const Target target_;
  Watch watch_;
  std::vector<Client> clients_;
  std::deque<std::size_t> to_come_;  // not yet begun, or closed before they were served
  SteadyTime progress_at_ = SteadyTime::max();
  IdleTally tally_;
  std::latch settled_{1};
  bool told_ = false;  // that it is settled
  std::jthread thread_;
};

}  // namespace senja::hostile
