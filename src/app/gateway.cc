#include "app/gateway.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "app/log.h"

namespace senja::app {

namespace {

constexpr std::size_t admin_connections_max = 256;

net::ServerSettings public_settings(const config::Server& server);
net::ServerSettings admin_settings(const config::Server& server);

}  // namespace

std::expected<std::unique_ptr<Gateway>, std::string> Gateway::open(const config::Settings& settings, const Clock& clock,
                                                                   Probe* probe) {
  auto store = store::open(settings.store, clock, probe);
  if (!store) return std::unexpected("the store cannot be opened: " + store.error().problem);
  std::unique_ptr<Gateway> gateway{new Gateway(settings, clock, std::move(*store), probe)};

  auto gates = net::Server::open(public_settings(settings.server), clock, [&](net::Loop& loop) {
    return std::make_unique<inbound::Gate>(loop, gateway->grounds_, gateway->counts_.add_thread());
  });
  if (!gates) return std::unexpected(std::move(gates.error()));
  gateway->public_ = std::move(*gates);

  auto admin = net::Server::open(admin_settings(settings.server), clock,
                                 [&](net::Loop& loop) { return std::make_unique<api::Api>(loop, gateway->desk_); });
  if (!admin) return std::unexpected(std::move(admin.error()));
  gateway->admin_ = std::move(*admin);
  return gateway;
}

Gateway::Gateway(const config::Settings& settings, const Clock& clock, std::unique_ptr<store::Opened> store, Probe* probe)
    : counts_(settings.sources.size()),
      store_(std::move(store)),
      views_(store_->views()),
      upkeep_(store_->store()),
      grounds_{settings.sources, store_->store(), clock, draining_, {}, probe},
      desk_{settings.sources, store_->store(), *views_, clock, draining_, counts_} {
  if (logs_events()) grounds_.watch = log_event;
}

Gateway::~Gateway() { stop(); }

void Gateway::start() {
  upkeep_.start();
  admin_->start();
  public_->start();
}

void Gateway::begin_drain() {
  draining_ = true;
  public_->drain();
}

void Gateway::stop() {
  if (!store_) return;
  upkeep_.stop();
  store_->store().drain();
  if (admin_) admin_->drain();
  if (public_) public_->stop();
  if (admin_) admin_->stop();
  views_.reset();
  store_.reset();
}

namespace {

net::ServerSettings public_settings(const config::Server& server) {
  const std::size_t cores = std::max(std::thread::hardware_concurrency(), 1U);
  return {.listen = server.listen,
          .threads = server.threads == 0 ? cores : server.threads,
          .connections_max = server.connections_max,
          .bounds = {.head_bytes_max = server.head_bytes_max,
                     .header_fields_max = server.header_fields_max,
                     .head_timeout = server.head_timeout,
                     .body_timeout = server.body_timeout,
                     .idle_timeout = server.idle_timeout}};
}

// One thread: its reads of the store may take their time, and hold up nobody but other operators.
net::ServerSettings admin_settings(const config::Server& server) {
  net::ServerSettings settings = public_settings(server);
  settings.listen = server.admin_listen;
  settings.threads = 1;
  settings.connections_max = admin_connections_max;
  return settings;
}

}  // namespace

}  // namespace senja::app
