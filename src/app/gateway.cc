#include "app/gateway.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "app/log.h"
#include "config/restart.h"

namespace senja::app {

namespace {

constexpr std::size_t admin_connections_max = 256;

std::size_t thread_count(const config::Server& server);
net::ServerSettings public_settings(const config::Server& server);
net::ServerSettings admin_settings(const config::Server& server);
api::ListenerMetrics listener_metrics(std::string_view name, const net::Totals& totals);

}  // namespace

std::expected<std::unique_ptr<Gateway>, std::string> Gateway::open(const config::Settings& settings, const Clock& clock,
                                                                   Probe* probe) {
  auto store = store::open(settings.store, clock, probe);
  if (!store) return std::unexpected("the store cannot be opened: " + store.error().problem);
  std::unique_ptr<Gateway> gateway{new Gateway(settings, clock, std::move(*store), probe)};
  if (auto listens = gateway->listen(); !listens) return std::unexpected(std::move(listens.error()));
  return gateway;
}

Gateway::Gateway(const config::Settings& settings, const Clock& clock, std::unique_ptr<store::Opened> store, Probe* probe)
    : settings_(settings),
      clock_(clock),
      standings_(thread_count(settings.server)),
      pulse_(thread_count(settings.server), clock.steady()),
      roster_(settings.sources),
      store_(std::move(store)),
      views_(store_->views()),
      upkeep_(store_->store()),
      grounds_{roster_, store_->store(), clock, draining_, standings_, pulse_, [this] { return readiness(); }, log_event,
               probe},
      desk_{settings.sources,
            store_->store(),
            *views_,
            clock,
            standings_,
            [this] { return readiness(); },
            [this] { return process(); },
            settings.tokens,
            settings.server.admin_hosts} {}

std::expected<void, std::string> Gateway::listen() {
  auto gates = net::Server::open(public_settings(settings_.server), clock_, [this](net::Loop& loop) {
    auto gate = std::make_unique<inbound::Gate>(loop, grounds_, gates_.size());
    gates_.push_back({&loop, gate.get()});
    return gate;
  });
  if (!gates) return std::unexpected(std::move(gates.error()));
  public_ = std::move(*gates);

  auto admin = net::Server::open(admin_settings(settings_.server), clock_, [this](net::Loop& loop) {
    auto api = std::make_unique<api::Api>(loop, desk_);
    api_ = {&loop, api.get()};
    return api;
  });
  if (!admin) return std::unexpected(std::move(admin.error()));
  admin_ = std::move(*admin);
  return {};
}

Gateway::~Gateway() { stop(); }

void Gateway::start() {
  upkeep_.start();
  admin_->start();
  public_->start();
}

// The store can still say no, so it is asked first; all that follows cannot fail.
std::expected<void, std::vector<std::string>> Gateway::reload(const config::Settings& settings) {
  const auto refuse = [this](std::vector<std::string> reasons) {
    reload_refused();
    return std::unexpected(std::move(reasons));
  };
  std::vector<std::string> reasons;
  for (const config::Problem& problem : config::needs_restart(settings_, settings)) reasons.push_back(problem.message());
  if (!reasons.empty()) return refuse(std::move(reasons));
  if (auto adopted = store_->store().adopt(settings.store); !adopted) return refuse({std::move(adopted.error())});

  settings_ = settings;
  roster_.set(settings.sources);
  public_->use(public_settings(settings.server).edge);
  admin_->use(admin_settings(settings.server).edge);
  for (const auto& [loop, gate] : gates_) loop->post([gate = gate, sources = roster_.now()] { gate->use(*sources); });
  api_.loop->post([api = api_.handler, tokens = settings.tokens, sources = roster_.now()] { api->use(tokens, *sources); });
  ++reloads_done_;
  return {};
}

std::vector<inbound::Silence> Gateway::silences() const {
  return inbound::silences(*roster_.now(), standings_, clock_.steady());
}

inbound::Readiness Gateway::readiness() const {
  inbound::Circumstances around{.draining = draining_, .stuck = !goes_round()};
  for (const inbound::Silence& silence : silences()) around.silences.push_back(silence.sentence());
  return inbound::readiness(store_->store().health(), around);
}

api::Process Gateway::process() const {
  return {.listeners = {listener_metrics("public", public_->totals()), listener_metrics("admin", admin_->totals())},
          .log_lines_dropped = log_lines_dropped(),
          .reloads_done = reloads_done_,
          .reloads_refused = reloads_refused_};
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

std::size_t thread_count(const config::Server& server) {
  const std::size_t cores = std::max(std::thread::hardware_concurrency(), 1U);
  return server.threads == 0 ? cores : server.threads;
}

net::ServerSettings public_settings(const config::Server& server) {
  return {
      .listen = server.listen,
      .threads = thread_count(server),
      .connections_max = server.connections_max,
      .bounds = {.head_bytes_max = server.head_bytes_max,
                 .header_fields_max = server.header_fields_max,
                 .head_timeout = server.head_timeout,
                 .body_timeout = server.body_timeout,
                 .idle_timeout = server.idle_timeout},
      .edge = {.tls = server.tls, .proxies = server.proxies, .connections_per_peer_max = server.connections_per_peer_max}};
}

// One thread: its reads of the store may take their time, and hold up nobody but other operators.
net::ServerSettings admin_settings(const config::Server& server) {
  net::ServerSettings settings = public_settings(server);
  settings.listen = server.admin_listen;
  settings.threads = 1;
  settings.connections_max = admin_connections_max;
  settings.edge = {.tls = server.admin_tls};
  return settings;
}

api::ListenerMetrics listener_metrics(std::string_view name, const net::Totals& totals) {
  return {.name = name,
          .open = totals.open,
          .accepted = totals.accepted,
          .closed_early = {{"full", totals.refused_full},
                           {"per_peer", totals.refused_per_peer},
                           {"tls", totals.tls_failed},
                           {"proxy", totals.proxy_failed}}};
}

}  // namespace

}  // namespace senja::app
