// The admin handler: what people and tools see and change. Its context is its own, so that a slow read of the store never
// holds up an event.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "api/route.h"
#include "clock/clock.h"
#include "inbound/counts.h"
#include "inbound/pending.h"
#include "inbound/settling.h"
#include "inbound/source.h"
#include "net/message.h"
#include "store/store.h"
#include "store/views.h"

namespace senja::api {

// What the API shows and changes; all of it outlives the handler.
struct Desk {
  std::vector<std::shared_ptr<const inbound::Source>> sources;
  store::Store& store;
  store::Views& views;  // this handler's alone
  const Clock& clock;
  const std::atomic<bool>& draining;
  const inbound::Counts& counts;
};

class Api final : public net::Handler {
 public:
  // How long an operator waits for the store to decide.
  static constexpr Micros answer_within = std::chrono::seconds{10};

  Api(net::Loop& loop, const Desk& desk);

  std::variant<std::size_t, net::Response> judge_head(const RawRequest& head, const net::Announced& body,
                                                      const net::Caller& caller) override;
  void handle(RawRequest request, const net::Caller& caller, net::Reply reply) override;
  void tick(SteadyTime now) override;

 private:
  using OnVerdict = std::function<net::Response(const rules::Verdict&)>;
  struct Waiter {
    net::Reply reply;
    SteadyTime deadline;
    OnVerdict on_verdict;
  };

  net::Response read(const Route& route);
  net::Response metrics();
  net::Response event(const Route& route);
  net::Response resource(const Route& route);
  net::Response letter(const Route& route);

  void put_resource(const Route& route, const RawRequest& request, net::Reply reply);
  void replay(const Route& route, const RawRequest& request, net::Reply reply);
  net::Response accept_clock(const RawRequest& request);
  void submit(rules::Intent intent, net::Reply reply, OnVerdict on_verdict);
  void settle(const store::Settled& settled);

  const Desk& desk_;
  inbound::Settling settling_;
  inbound::Pending<Waiter> pending_;
};

}  // namespace senja::api
