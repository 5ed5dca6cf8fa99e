// Clients whose bodies do not end: chunk after chunk, or as long as a disk by their own word. Each sends at the pace of an
// ordinary line until it hears an answer, and comes back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "answer.h"
#include "line.h"
#include "watch.h"

namespace senja::hostile {

struct BodiesTally {
  std::size_t answered_413 = 0;
  std::map<int, std::uint64_t> otherwise;  // another end, by status; 0: none, or none within `patience`
  std::size_t bytes = 0;                   // sent, in all
  void add(const BodiesTally& other);
};

class Bodies final : private Watched {
 public:
  Bodies(const Clock& clock, const Target& target, std::size_t count);

  void come();
  BodiesTally let_go();  // nobody comes back; those who are there go on until they are answered

 private:
  struct Kind {
    std::string head, piece;  // the piece again and again
  };
  struct Client {
    std::unique_ptr<Line> line;
    AnswerReader answers;
    std::size_t sent = 0;  // of the head, then of the piece
    bool in_body = false;
    SteadyTime reopen_at{};
  };

  void on_socket(std::size_t which) override;
  std::optional<SteadyTime> on_turn(SteadyTime now, bool ending) override;
  const Kind& kind_of(std::size_t which) const { return which % 4 == 0 ? declared_ : endless_; }
  void open(std::size_t which, SteadyTime now);
  void pour(std::size_t which);
  void ended(std::size_t which, int status);

  const Target target_;
  const Kind declared_, endless_;
  Watch watch_;
  std::vector<Client> clients_;
  std::optional<SteadyTime> ending_since_;
  BodiesTally tally_;
  std::jthread thread_;
};

}  // namespace senja::hostile
