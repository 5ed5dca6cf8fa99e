// Connections that are torn down in the middle, at a fixed rate: before the first byte, in a head, in a body, in a TLS
// handshake, or when the whole request is there and the answer is due.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "line.h"
#include "requests.h"
#include "watch.h"

namespace senja::hostile {

inline constexpr std::size_t resets_under_way_max = 1'000;  // beyond it the rate is not kept

struct ResetsTally {
  std::uint64_t reset = 0, failed = 0;  // failed: could not connect or shake hands in time
};

class Resets final : private Watched {
 public:
  Resets(const Clock& clock, const Target& target, const Requests& requests, double per_second);

  void come();
  ResetsTally let_go();

 private:
  // Sent, and then torn down.
  enum class Part : std::uint8_t { nothing, head, body, whole, hello };
  struct Client {
    std::unique_ptr<Line> line;
    Part part = Part::nothing;
    SteadyTime until{};
  };

  void on_socket(std::size_t which) override;
  std::optional<SteadyTime> on_turn(SteadyTime now, bool ending) override;
  void open(SteadyTime now);
  void give_up_on_late(SteadyTime now);
  std::string text_of(Part part) const;
  SteadyTime due_at(std::uint64_t number) const;

  const Target target_;
  const Requests& requests_;
  const double per_second_;
  Watch watch_;
  std::unordered_map<std::size_t, Client> clients_;
  std::optional<SteadyTime> began_;
  std::uint64_t next_ = 0;
  SteadyTime look_at_{};
  ResetsTally tally_;
  std::jthread thread_;
};

}  // namespace senja::hostile
