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
#include "inbound/pending.h"
#include "inbound/pulse.h"
#include "inbound/rate_limit.h"
#include "inbound/readiness.h"
#include "inbound/road.h"
#include "inbound/roster.h"
#include "inbound/settling.h"
#include "inbound/standing.h"
#include "inbound/trace.h"
#include "net/message.h"
#include "store/steps.h"
#include "store/store.h"

namespace senja::inbound {

// What a log line says of one delivery: never its payload.
struct Passage {
  std::string_view source, event_id, outcome;  // event_id: empty where none was read
  int status;
  Micros took;
  net::IpAddress caller;
  std::string_view request_id, trace_id;  // trace_id: empty where nothing is traced
  std::size_t body_bytes;
};

// What the gates of all contexts share; it outlives them.
struct Grounds {
  const Roster& roster;  // read when a gate is made; later ones come by Gate::use
  store::Store& store;
  const Clock& clock;
  const std::atomic<bool>& draining;
  Standings& standings;
  Pulse& pulse;
  std::function<Readiness()> readiness;
  std::function<void(const Passage&)> watch{};  // called by any context; empty: nobody watches
  Probe* probe = nullptr;                       // tests only
};

// One per context, used by its thread alone.
class Gate final : public net::Handler {
 public:
  Gate(net::Loop& loop, const Grounds& grounds, std::size_t thread);

  // From here on these sources, and no others. What is under way ends as it began.
  void use(const Sources& sources);

  std::variant<std::size_t, net::Response> judge_head(const RawRequest& head, const net::Announced& body,
                                                      const net::Caller& caller) override;
  void handle(RawRequest request, const net::Caller& caller, net::Reply reply) override;
  void tick(SteadyTime now) override;

 private:
  struct Entrance {
    Lane lane;
    std::shared_ptr<Standing> standing;
    SourceCounts* counts;
  };
  struct Waiter {
    net::Reply reply;
    std::shared_ptr<Entrance> entrance;
    rules::Echo echo;
    std::optional<Violation> violation;
    SteadyTime started, deadline;
    net::IpAddress caller;
    std::string request_id;
    std::optional<Trace> trace;
    std::size_t body_bytes;
  };

  std::shared_ptr<Entrance> find(std::string_view path) const;
  std::optional<net::Response> answer_from_head(Entrance& entrance, const RawRequest& head, const net::Announced& body,
                                                const net::Caller& caller);
  void receive(std::shared_ptr<Entrance> entrance, RawRequest request, const net::Caller& caller, net::Reply reply);
  void settle(const store::Settled& settled);
  void answer(const Waiter& waiter, rules::Answer answer, Code code, bool repeat = false);
  void tell_of_stranger(const Passage& passage);
  bool fails(Step step) const { return grounds_.probe && grounds_.probe->fails(step); }

  const Grounds& grounds_;
  const std::size_t thread_;
  Settling settling_;
  std::map<std::string, std::shared_ptr<Entrance>, std::less<>> entrances_;  // by source
  Pending<Waiter> pending_;
  RateLimit strangers_told_;
};

}  // namespace senja::inbound
