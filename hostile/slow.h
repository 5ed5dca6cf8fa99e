// Clients that send one byte a second: of a head, of a body, of a TLS handshake. Whoever is cut comes back at once.
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

struct SlowTally {
  std::size_t answered_408 = 0;            // a head or a body that took too long
  std::size_t closed = 0;                  // a handshake that took too long: before it nothing can be said
  std::map<int, std::uint64_t> otherwise;  // another end, by status; 0: none
  std::size_t never_cut = 0;               // had all of `patience` and were still listened to
  Micros longest{};                        // from the first byte to the cut
  void add(const SlowTally& other);
};

class SlowCrowd final : private Watched {
 public:
  SlowCrowd(const Clock& clock, const Target& target, std::size_t count);

  void come();
  SlowTally let_go();  // nobody comes back; those who are there go on until they are cut

 private:
  struct Kind {
    Target target;
    std::string at_once, slowly;  // the last byte of `slowly` is repeated for ever
    int ends_with = 0;            // the status that is due; 0: closed without a word
  };
  struct Client {
    std::unique_ptr<Line> line;
    AnswerReader answers;
    std::size_t sent = 0;
    SteadyTime first{}, next{};
    bool begun = false;
  };

  void on_socket(std::size_t which) override;
  std::optional<SteadyTime> on_turn(SteadyTime now, bool ending) override;
  const Kind& kind_of(std::size_t which) const { return kinds_[which % kinds_.size()]; }
  void open(std::size_t which, SteadyTime now);
  void begin(std::size_t which);
  void trickle(std::size_t which, SteadyTime now);
  void ended(std::size_t which, int status);

  std::vector<Kind> kinds_;
  Watch watch_;
  std::vector<Client> clients_;
  std::optional<SteadyTime> ending_since_;
  SlowTally tally_;
  std::jthread thread_;
};

}  // namespace senja::hostile
