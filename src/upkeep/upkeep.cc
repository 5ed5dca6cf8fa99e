#include "upkeep/upkeep.h"

namespace senja::upkeep {

Upkeep::Round Upkeep::run_once() {
  Round round;
  round.lapsed = store_.lapse();
  for (std::size_t step = 0; step < purge_steps_max; ++step) {
    const store::PurgeReport report = store_.purge();
    round.purged += report.records;
    round.purge_allowed = report.allowed;
    if (!report.more) break;
  }
  return round;
}

void Upkeep::start() {
  thread_ = std::jthread([this](const std::stop_token& stop) { loop(stop); });
}

void Upkeep::stop() {
  if (!thread_.joinable()) return;
  thread_.request_stop();
  thread_.join();
}

void Upkeep::loop(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    run_once();
    std::unique_lock lock(sleep_mutex_);
    sleep_.wait_for(lock, stop, period, [&stop] { return stop.stop_requested(); });
  }
}

}  // namespace senja::upkeep
