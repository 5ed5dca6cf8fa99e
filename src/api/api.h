// The admin handler: what people and tools see and change. Its context is its own, so that a slow read of the store never
// holds up an event.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "api/access.h"
#include "api/metrics.h"
#include "api/route.h"
#include "clock/clock.h"
#include "inbound/pending.h"
#include "inbound/readiness.h"
#include "inbound/roster.h"
#include "inbound/settling.h"
#include "inbound/standing.h"
#include "net/message.h"
#include "store/store.h"
#include "store/views.h"

namespace senja::api {

// What the API shows and changes; all of it outlives the handler.
struct Desk {
  inbound::Sources sources;  // to begin with, as are `tokens`; later ones come by Api::use
  store::Store& store;
  store::Views& views;  // this handler's alone
  const Clock& clock;
  const inbound::Standings& standings;
  std::function<inbound::Readiness()> readiness;
  std::function<Process()> process;                        // what the process counts, for metrics
  std::shared_ptr<const config::Tokens> tokens = nullptr;  // nullptr: none are asked for, and this machine alone may ask
  std::vector<std::string> hosts = {};  // what the listener is called beside the loopback's names: config::Server's
};

class Api final : public net::Handler {
 public:
  // How long an operator waits for the store to decide.
  static constexpr Micros answer_within = std::chrono::seconds{10};

  Api(net::Loop& loop, const Desk& desk);

  std::variant<std::size_t, net::Response> judge_head(const RawRequest& head, const net::Announced& body,
                                                      const net::Caller& caller) override;
  void handle(RawRequest request, const net::Caller& caller, net::Reply reply) override;
  net::Response refuse(int status, std::string_view code, std::string_view detail) override;
  void tick(SteadyTime now) override;

  // From the next request on, and for bodies that are still to come. On the loop's thread.
  void use(std::shared_ptr<const config::Tokens> tokens, inbound::Sources sources);

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

  net::Response ready();

  void put_resource(const Admitted& asked, const RawRequest& request, net::Reply reply);
  void replay(const Admitted& asked, const RawRequest& request, net::Reply reply);
  net::Response accept_clock(const Admitted& asked, const RawRequest& request);
  void submit(rules::Intent intent, net::Reply reply, OnVerdict on_verdict);
  void settle(const store::Settled& settled);

  const Desk& desk_;
  inbound::Sources sources_;
  Access access_;
  inbound::Settling settling_;
  inbound::Pending<Waiter> pending_;
};

}  // namespace senja::api
