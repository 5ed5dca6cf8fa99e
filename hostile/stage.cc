#include "stage.h"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <cstdio>
#include <utility>

#include "figures.h"

namespace senja::hostile {

namespace {

constexpr double memory_max_mib = 400;
constexpr double warm_up_seconds = 1;
constexpr std::size_t connections_max = 64;
constexpr std::size_t connections_least = 4;
constexpr int look_interval_ms = 20;

}  // namespace

std::expected<std::unique_ptr<Stage>, std::string> Stage::open(const Options& options, const Clock& clock,
                                                               const std::string& server_lines) {
  std::unique_ptr<Stage> stage{new Stage(options, clock)};
  auto gateway = Gateway::start(
      {.program = options.program, .secret = stage->requests_.secret(), .tls = options.tls, .server_lines = server_lines},
      clock);
  if (!gateway) return std::unexpected(gateway.error());
  stage->gateway_ = std::move(*gateway);
  if (options.tls) stage->tls_ = client_tls();
  stage->target_ = {stage->gateway_->port(), stage->tls_.get()};
  return stage;
}

Turns Stage::play(double good_per_second, const Strangers& strangers) {
  descriptors_before_ = descriptors_now();
  send_good(good_per_second, warm_up_seconds);
  Turns turns;
  for (std::size_t round = 1; round <= options_.rounds; ++round) {
    play_half(turns.alone, good_per_second, {[] {}, [] { return 0.0; }});
    play_half(turns.beside, good_per_second, strangers);
    fmt::print(stderr, "  round {} of {}: p99 of good requests {:.2f} ms alone, {:.2f} ms beside\n", round, options_.rounds,
               turns.alone.p99_ms.back(), turns.beside.p99_ms.back());
  }
  return turns;
}

void Stage::play_half(Half& half, double good_per_second, const Strangers& strangers) {
  const double cpu_before = cpu_seconds();
  strangers.come();
  const Sent sent = send_good(good_per_second, static_cast<double>(options_.seconds));
  half.memory_mib = std::max(half.memory_mib, memory().now_mib);
  half.strangers.push_back(strangers.go());
  half.cpu_seconds.push_back(cpu_seconds() - cpu_before);
  half.p50_ms.push_back(percentile_ms(sent.latencies, 0.5));
  half.p99_ms.push_back(percentile_ms(sent.latencies, 0.99));
  for (const auto& [status, times] : sent.otherwise) half.otherwise[status] += times;
  half.sent_again += sent.sent_again;
}

// A fifth of a second's requests and no more connections than that: each is used often enough to be kept.
Sent Stage::send_good(double per_second, double seconds) {
  const auto count = static_cast<std::uint64_t>(per_second * seconds);
  const std::size_t connections = std::clamp(static_cast<std::size_t>(per_second / 5), connections_least, connections_max);
  return Sender{clock_,
                target_,
                {.per_second = per_second,
                 .count_max = count,
                 .connections = connections,
                 .request = [this] { return requests_.good(); }}}
      .run();
}

bool Stage::descriptors_are_back() {
  const SteadyTime until = clock_.steady() + patience;
  while (descriptors_now() > descriptors_before_ && clock_.steady() < until) ::poll(nullptr, 0, look_interval_ms);
  return descriptors_now() <= descriptors_before_;
}

void Stage::close(Table& table, const Turns& turns) {
  auto otherwise = turns.alone.otherwise;
  for (const auto& [status, times] : turns.beside.otherwise) otherwise[status] += times;
  table.must_be_none("good requests not answered 200", otherwise);
  table.say("good requests sent again", fmt::format("{} alone, {} beside", turns.alone.sent_again, turns.beside.sent_again));
  table.must_be_below("memory of the gateway, at most", memory().peak_mib, memory_max_mib, "MiB");
  const auto stopped = gateway_->stop();
  table.must("the gateway ended as it was asked to", stopped ? "yes" : "no", "yes", stopped.has_value());
  if (!stopped) fmt::print(stderr, "{}\n", stopped.error());
}

// Of a gateway that is gone there is nothing to tell; that it is gone is what close() tells.
Memory Stage::memory() const { return memory_of(gateway_->process()).value_or(Memory{}); }
double Stage::cpu_seconds() const { return cpu_seconds_of(gateway_->process()).value_or(0); }
std::size_t Stage::descriptors_now() const { return descriptors_of(gateway_->process()).value_or(0); }

}  // namespace senja::hostile
