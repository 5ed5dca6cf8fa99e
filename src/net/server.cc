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
    : connections_max_(settings.connections_max),
      listener_(std::move(listener)),
      edge_(std::make_shared<const Edge>(settings.edge)) {
  const std::size_t threads = std::max<std::size_t>(settings.threads, 1);
  contexts_.reserve(threads);
  for (std::size_t i = 0; i < threads; ++i) contexts_.push_back(std::make_unique<Context>(settings.bounds, clock, tally_));
}

Server::~Server() { stop(); }

// One context takes all connections and hands them round, so that each gets its share.
void Server::start() {
  contexts_.front()->accept_from(listener_.socket(), [this](int socket, const IpAddress& peer) { admit(socket, peer); });
  for (const auto& context : contexts_) threads_.emplace_back([&context = *context] { context.run(); });
}

void Server::admit(int socket, const IpAddress& peer) {
  const auto refuse = [socket](std::atomic<std::uint64_t>& counter) {
    counter.fetch_add(1, std::memory_order_relaxed);
    ::close(socket);
  };
  if (tally_.open.load(std::memory_order_relaxed) >= connections_max_) return refuse(tally_.refused_full);
  Arrival arrival{.socket = socket, .peer = peer, .edge = edge()};
  if (!arrival.edge->proxies.trusts(peer)) {
    auto place = tally_.peers.take(peer, arrival.edge->connections_per_peer_max);
    if (!place) return refuse(tally_.refused_per_peer);
    arrival.place = std::move(*place);
  }
  tally_.accepted.fetch_add(1, std::memory_order_relaxed);
  tally_.open.fetch_add(1, std::memory_order_relaxed);
  contexts_[turn_++ % contexts_.size()]->adopt(std::move(arrival));
}

void Server::use(Edge edge) {
  auto fresh = std::make_shared<const Edge>(std::move(edge));
  const std::scoped_lock lock(edge_mutex_);
  edge_ = std::move(fresh);
}

std::shared_ptr<const Edge> Server::edge() const {
  const std::scoped_lock lock(edge_mutex_);
  return edge_;
}

Totals Server::totals() const {
  const auto read = [](const auto& counter) { return counter.load(std::memory_order_relaxed); };
  return {.accepted = read(tally_.accepted),
          .refused_full = read(tally_.refused_full),
          .refused_per_peer = read(tally_.refused_per_peer),
          .tls_failed = read(tally_.tls_failed),
          .proxy_failed = read(tally_.proxy_failed),
          .open = read(tally_.open)};
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
