// Reading an event of about 300 bytes by the contract of the quick start; the JSON reader alone beside it.
#include <benchmark/benchmark.h>

#include <string>

#include "senja/contract/reader.h"
#include "senja/signature/verifier.h"

namespace senja::contract {
namespace {

constexpr std::string_view claim = R"({
  "event_id": "evt_01HF8Z6Q2M3N4P5R6S7T8V9W0X",
  "resource_id": "reward_5f2b7c9a1e",
  "action": "CLAIM",
  "version": 3,
  "issued_at": 1700000000,
  "expires_at": 1700000900,
  "note": "a claim made by the customer in the app",
  "data": {"user_id": "user_2048", "points": 150, "campaign": "autumn"}
})";

Reader reader() {
  const auto at = [](std::string_view text) { return *parse_place(text); };
  Contract contract;
  contract.event_id = at("/event_id");
  contract.resource_id = at("/resource_id");
  contract.action = at("/action");
  contract.version = at("/version");
  contract.issued_at = TimeField{at("/issued_at"), TimeUnit::s};
  contract.expires_at = TimeField{at("/expires_at"), TimeUnit::s};
  contract.required = {"event_id", "resource_id", "action", "version", "issued_at", "expires_at"};
  return *Reader::make(std::move(contract));
}

void read_event(benchmark::State& state) {
  const Reader read = reader();
  const KeptRequest kept{.body = std::string{claim}, .context = ""};
  for (auto _ : state) benchmark::DoNotOptimize(read.read(signature::Recall::from_store(kept, WallTime{})));
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * claim.size()));
}
BENCHMARK(read_event);

void read_json_body(benchmark::State& state) {
  PointerSet pointers;
  for (const char* name : {"event_id", "resource_id", "action", "version", "issued_at", "expires_at"}) pointers.add({name});
  for (auto _ : state) benchmark::DoNotOptimize(read_json(claim, pointers));
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * claim.size()));
}
BENCHMARK(read_json_body);

void check_json_body(benchmark::State& state) {
  const PointerSet nothing;
  for (auto _ : state) benchmark::DoNotOptimize(read_json(claim, nothing));
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * claim.size()));
}
BENCHMARK(check_json_body);

}  // namespace
}  // namespace senja::contract

BENCHMARK_MAIN();
