#include "net/server.h"

#include <unistd.h>

#include <algorithm>
#include <utility>

namespace senja::net {

std::expected<std::unique_ptr<Server>, std::string> Server::open(const ServerSettings& settings, const Clock& clock,
                                                                 const MakeHandler& make_handler) {
  auto address = parse_address(settings.listen);
  if (!address) return std::unexpected(std::move(address.error()));
  auto listener = Listener::open(*address);
  if (!listener) return std::unexpected(std::move(listener.error()));

  std::unique_ptr<Server> server{new Server(settings, clock, std::move(*listener))};
  for (const auto& context : server->contexts_) {
    server->handlers_.push_back(make_handler(*context));
    context->serve(*server->handlers_.back());
  }
  return server;
}

Server::Server(const ServerSettings& settings, const Clock& clock, Listener listener)
    : connections_max_(settings.connections_max), listener_(std::move(listener)) {
  for (std::size_t i = 0; i < std::max<std::size_t>(settings.threads, 1); ++i)
    contexts_.push_back(std::make_unique<Context>(settings.bounds, clock, open_connections_));
}

Server::~Server() { stop(); }

// One context takes all connections and hands them round, so that each gets its share.
void Server::start() {
  contexts_.front()->accept_from(listener_.socket(), [this](int socket) { admit(socket); });
  for (const auto& context : contexts_) threads_.emplace_back([&context = *context] { context.run(); });
}

void Server::admit(int socket) {
  if (open_connections_.load(std::memory_order_relaxed) >= connections_max_) {
    ::close(socket);
    return;
  }
  open_connections_.fetch_add(1, std::memory_order_relaxed);
  contexts_[turn_++ % contexts_.size()]->adopt(socket);
}

void Server::drain() {
  listener_.close();
  contexts_.front()->stop_accepting();
  for (const auto& context : contexts_) context->drain();
}

void Server::stop() {
  for (const auto& context : contexts_) context->stop();
  threads_.clear();
}

}  // namespace senja::net
