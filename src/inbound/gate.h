// The public handler: POST /in/{source} goes down the road to the store and comes back as an answer; /healthz, /readyz.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clock/clock.h"
#include "inbound/counts.h"
#include "inbound/pending.h"
#include "inbound/road.h"
#include "inbound/settling.h"
#include "net/message.h"
#include "store/steps.h"
#include "store/store.h"

namespace senja::inbound {

// What a log line says of one event: never its payload.
struct Passage {
  std::string_view source, event_id, outcome;  // event_id: empty where none was read
  int status;
  Micros took;
};

// What the gates of all contexts share; it outlives them.
struct Grounds {
  std::vector<std::shared_ptr<const Source>> sources;
  store::Store& store;
  const Clock& clock;
  const std::atomic<bool>& draining;
  std::function<void(const Passage&)> watch{};  // called by any context; empty: nobody watches
  Probe* probe = nullptr;                       // tests only
};

// One per context, used by its thread alone.
class Gate final : public net::Handler {
 public:
  Gate(net::Loop& loop, const Grounds& grounds, SourceCounts* counts);

  std::variant<std::size_t, net::Response> judge_head(const RawRequest& head, const net::Announced& body,
                                                      const net::Caller& caller) override;
  void handle(RawRequest request, const net::Caller& caller, net::Reply reply) override;
  void tick(SteadyTime now) override;

 private:
  struct Entrance {
    Lane lane;
    SourceCounts* counts;
  };
  struct Waiter {
    net::Reply reply;
    Entrance* entrance;
    rules::Echo echo;
    std::optional<Violation> violation;
    SteadyTime started, deadline;
  };

  Entrance* find(std::string_view path);
  void receive(Entrance& entrance, RawRequest request, net::Reply reply);
  void settle(const store::Settled& settled);
  void answer(const Waiter& waiter, rules::Answer answer, Code code, bool repeat = false);
  bool fails(Step step) const { return grounds_.probe && grounds_.probe->fails(step); }

  const Grounds& grounds_;
  Settling settling_;
  std::map<std::string, Entrance, std::less<>> entrances_;  // by source
  Pending<Waiter> pending_;
};

}  // namespace senja::inbound
