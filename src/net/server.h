// An HTTP/1.1 server: one listener, a few contexts, a handler for each.
#pragma once

#include <atomic>
#include <cstddef>
#include <expected>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "clock/clock.h"
#include "net/address.h"
#include "net/bounds.h"
#include "net/context.h"
#include "net/listener.h"
#include "net/message.h"

namespace senja::net {

struct ServerSettings {
  std::string listen = "127.0.0.1:0";  // port 0: any that is free
  std::size_t threads = 1;
  std::size_t connections_max = 10'000;  // beyond it, new ones are closed at once
  Bounds bounds{};
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
  void drain();  // no new connections; idle ones close, the others after their answer
  bool drained() const { return open_connections_.load(std::memory_order_relaxed) == 0; }
  void stop();  // ends all connections and threads. Handlers live on until the destructor

 private:
  Server(const ServerSettings& settings, const Clock& clock, Listener listener);
  void admit(int socket);

  const std::size_t connections_max_;
  Listener listener_;
  std::atomic<std::size_t> open_connections_{0};
  std::size_t turn_ = 0;  // whose turn it is to take a connection; touched by the accepting context alone
  std::vector<std::unique_ptr<Handler>> handlers_;
  std::vector<std::unique_ptr<Context>> contexts_;
  std::vector<std::jthread> threads_;
};

}  // namespace senja::net
