// An HTTP/1.1 server: one listener, a few contexts, a handler for each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "clock/clock.h"
#include "net/address.h"
#include "net/arrival.h"
#include "net/bounds.h"
#include "net/context.h"
#include "net/edge.h"
#include "net/listener.h"
#include "net/message.h"

namespace senja::net {

struct ServerSettings {
  std::string listen = "127.0.0.1:0";  // port 0: any that is free
  std::size_t threads = 1;
  std::size_t connections_max = 10'000;  // beyond it, new ones are closed at once
  Bounds bounds{};
  Edge edge{};
};

// Connections since the start, and those open now.
struct Totals {
  std::uint64_t accepted = 0;          // let in, whatever became of them
  std::uint64_t refused_full = 0;      // beyond connections_max
  std::uint64_t refused_per_peer = 0;  // beyond the edge's connections_per_peer_max
  std::uint64_t tls_failed = 0;        // ended in the middle of the handshake, by whomever
  std::uint64_t proxy_failed = 0;      // ended in the middle of the PROXY header, or for a wrong one
  std::size_t open = 0;
};

// Owned and driven by one thread. The clock outlives it, and the makers' handlers live in it.
class Server {
 public:
  using MakeHandler = std::function<std::unique_ptr<Handler>(Loop& loop)>;

  // Binds and makes the handlers; serves nobody yet.
  static std::expected<std::unique_ptr<Server>, std::string> open(const ServerSettings& settings, const Clock& clock,
                                                                  const MakeHandler& make_handler);
  ~Server();

  const Address& address() const { return listener_.address(); }
  void start();
  void use(Edge edge);    // for the connections that come from now on. Any thread
  Totals totals() const;  // any thread
  void drain();           // no new connections; idle ones close, the others after their answer
  bool drained() const { return tally_.open.load(std::memory_order_relaxed) == 0; }
  void stop();  // ends all connections and threads. Handlers live on until the destructor

 private:
  Server(const ServerSettings& settings, const Clock& clock, Listener listener);
  void admit(int socket, const IpAddress& peer);
  std::shared_ptr<const Edge> edge() const;

  const std::size_t connections_max_;
  Listener listener_;
  Tally tally_;
  std::size_t turn_ = 0;  // whose turn it is to take a connection; touched by the accepting context alone
  std::vector<std::unique_ptr<Handler>> handlers_;
  std::vector<std::unique_ptr<Context>> contexts_;
  std::vector<std::jthread> threads_;
  mutable std::mutex edge_mutex_;
  std::shared_ptr<const Edge> edge_;  // under edge_mutex_; the connections that began under it keep it
};

}  // namespace senja::net
