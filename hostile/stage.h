// Where a scene is played: a gateway of its own, and good requests in turns, once alone and once beside strangers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "gateway.h"
#include "line.h"
#include "options.h"
#include "process_facts.h"
#include "requests.h"
#include "sender.h"
#include "table.h"

namespace senja::hostile {

// One half of all rounds.
struct Half {
  std::vector<double> p50_ms, p99_ms, cpu_seconds;  // of each round
  std::vector<double> strangers;                    // what the round's strangers asked, where they can be counted
  double memory_mib = 0;                            // the most that was seen at the end of a round
  std::map<int, std::uint64_t> otherwise{};         // good requests not answered 200, by status; 0: no answer
  std::uint64_t sent_again = 0;                     // good requests whose connection ended without a word
};

struct Turns {
  Half alone, beside;
};

// `come` returns once they are there; `go` once they have ended, and says how much they asked for.
struct Strangers {
  std::function<void()> come;
  std::function<double()> go;
};

class Stage {
 public:
  static std::expected<std::unique_ptr<Stage>, std::string> open(const Options& options, const Clock& clock,
                                                                 const std::string& server_lines);

  Turns play(double good_per_second, const Strangers& strangers);
  // True once the gateway holds no more descriptors than before the strangers came.
  bool descriptors_are_back();
  // Closes the stage, and adds what must hold in every scene.
  void close(Table& table, const Turns& turns);

  const Options& options() const { return options_; }
  const Clock& clock() const { return clock_; }
  const Target& target() const { return target_; }
  const Requests& requests() const { return requests_; }
  std::size_t descriptors_before() const { return descriptors_before_; }
  std::size_t descriptors_now() const;

 private:
  Stage(const Options& options, const Clock& clock) : options_(options), clock_(clock) {}
  Sent send_good(double per_second, double seconds);
  void play_half(Half& half, double good_per_second, const Strangers& strangers);
  Memory memory() const;
  double cpu_seconds() const;

  const Options& options_;
  const Clock& clock_;
  const Requests requests_{};
  std::shared_ptr<ssl_ctx_st> tls_;
  std::unique_ptr<Gateway> gateway_;
  Target target_{};
  std::size_t descriptors_before_ = 0;
};

}  // namespace senja::hostile
