// The store alone: claims on scattered resources, one compare-and-swap each, no HTTP. By hand, so one thread does all.
//   store_bench FOLDER [RESOURCES 200000] [BATCH 50] [EVENTS 100000]
#include <ctime>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "clock/sim_clock.h"
#include "store/open.h"
#include "vocabulary/event_builder.h"

namespace {

using namespace senja;
using namespace std::chrono_literals;

class Counted final : public store::Completions {
 public:
  void deliver(std::vector<store::Settled> settled) override {
    for (const auto& each : settled) applied += each.verdict.code == Code::applied ? 1 : 0;
  }
  std::size_t applied = 0;
};

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

double wall_seconds() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "store_bench FOLDER [RESOURCES] [BATCH] [EVENTS]\n");
    return 2;
  }
  const auto number = [&](int at, std::size_t fallback) {
    return argc > at ? std::strtoul(argv[at], nullptr, 10) : fallback;
  };
  const std::size_t resources = number(2, 200'000), batch = number(3, 50), events = number(4, 100'000);

  auto policy = std::make_shared<rules::Policy>();
  policy->source = {"rewards"};
  policy->reads_action = true;
  policy->version = rules::VersionMeans::expected;
  policy->transitions[{"CLAIM"}] = {{{"PENDING"}}, {"CLAIMED"}, false};
  store::Settings settings;
  settings.url = "sqlite:" + std::string{argv[1]} + "/store_bench.db";
  for (const char* end : {"", "-wal", "-shm"}) std::filesystem::remove(settings.url.substr(7) + end);
  settings.policies = {policy};
  SimClock clock;
  const auto opened = store::open(settings, clock, nullptr, store::Threading::by_hand);
  if (!opened) {
    std::fprintf(stderr, "%s\n", opened.error().problem.c_str());
    return 1;
  }
  store::Opened& store = **opened;
  Counted counted;

  for (std::size_t i = 0; i < resources; ++i) {
    store.store().submit(
        rules::PutIntent{{"res_" + std::to_string(i)}, {"PENDING"}, 1, clock.wall() + 24h, {}, {"bench", ""}},
        {&counted, i});
    if (i % 200 == 199) store.run_once();
  }
  while (store.run_once() > 0) {
  }

  double cpu = 0, wall = 0;
  std::size_t at = 7;
  for (std::size_t done = 0; done < events; done += batch) {
    std::vector<rules::Intent> intents;
    for (std::size_t i = 0; i < batch; ++i) {
      at = (at + 123'457) % resources;
      intents.push_back(senja::testing::an_event("evt_" + std::to_string((done + i) * 2'654'435'761u))
                            .on("res_" + std::to_string(at))
                            .doing("CLAIM")
                            .version(1)
                            .saying(std::string(300, 'x'))
                            .expires_at(clock.wall() + 1h)
                            .intent(policy));
      std::get<rules::EventIntent>(intents.back()).kept.body.assign(300, 'x');
    }
    const double cpu_before = cpu_seconds(), wall_before = wall_seconds();
    for (auto& intent : intents) store.store().submit(std::move(intent), {&counted, 0});
    while (store.run_once() > 0) {
    }
    cpu += cpu_seconds() - cpu_before;
    wall += wall_seconds() - wall_before;
  }
  std::printf("batch %zu: %.0f events/s, %.1f us CPU an event, %zu applied\n", batch, static_cast<double>(events) / wall,
              cpu / static_cast<double>(events) * 1e6, counted.applied);
}
