// Requests at a fixed rate over a few kept connections, whatever the gateway does meanwhile (an open loop): each latency
// counts from the moment at which its request should have been sent. What was sent over a connection that then ended without
// a word is sent once more over a new one, as every sender of webhooks does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "answer.h"
#include "line.h"
#include "watch.h"

namespace senja::hostile {

struct SenderPlan {
  double per_second = 0;
  std::uint64_t count_max = 0;  // after so many it ends by itself
  std::size_t connections = 1;
  int expected = 200;
  std::function<std::string()> request{};  // called on the sender's thread
};

struct Sent {
  std::uint64_t asked = 0, as_expected = 0, sent_again = 0;
  std::map<int, std::uint64_t> otherwise{};  // by status; 0: no answer
  std::vector<Micros> latencies{};           // of those as expected
};

class Sender final : private Watched {
 public:
  Sender(const Clock& clock, const Target& target, SenderPlan plan);

  Sent run();    // all of the plan, on this thread
  void start();  // on a thread of its own, until stop() or the plan's end
  Sent stop();   // what was sent is waited for

 private:
  struct Post {
    std::unique_ptr<Line> line;
    AnswerReader answers;
    std::string request;
    std::size_t sent = 0;  // of it
    SteadyTime intended{}, reopen_at{};
    bool busy = false, free = false, again = false;
  };

  void on_socket(std::size_t which) override;
  std::optional<SteadyTime> on_turn(SteadyTime now, bool ending) override;
  void open(std::size_t which);
  void hand_out();
  void begin(std::size_t which, SteadyTime intended);
  void move(Post& post);
  static bool may_send_again(Post& post);
  void settle(std::size_t which, int status);
  void give_up();
  SteadyTime due_at(std::uint64_t number) const;

  const Target target_;
  const SenderPlan plan_;
  Watch watch_;
  std::vector<Post> posts_;
  std::deque<std::size_t> free_;    // longest unused first
  std::deque<SteadyTime> waiting_;  // due, and no connection is free
  std::optional<SteadyTime> opening_since_, began_, ending_since_;
  std::uint64_t due_ = 0, busy_ = 0;
  Sent sent_;
  std::jthread thread_;
};

}  // namespace senja::hostile
