#include "scenes.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "bodies.h"
#include "figures.h"
#include "idle.h"
#include "resets.h"
#include "slow.h"
#include "stage.h"

namespace senja::hostile {

namespace {

constexpr double p99_ratio_max = 2;
constexpr double forged_cpu_max_us = 40;
constexpr double beside_share = 0.2;  // of --rate: the good requests where the flood itself is what is looked at
constexpr std::size_t forged_connections = 64;
constexpr std::size_t cut_after_least_s = 2;

Table crowd(Stage& stage);
Table signatures(Stage& stage);
Table bodies(Stage& stage);
Table resets(Stage& stage);

// Slow ones are cut within the time of one half. Elsewhere the times are the defaults: nobody there is meant to reach them.
std::size_t cut_after_s(const Options& options) { return std::max(options.seconds / 2, cut_after_least_s); }

struct Scene {
  Table (*play)(Stage&);
  std::string server_lines{};
};
Scene scene_named(const std::string& name, const Options& options);

Table table_for(const char* scene, const Stage& stage);
void tell_of_good(Table& table, const Turns& turns);

}  // namespace

std::expected<Table, std::string> play_scene(const std::string& name, const Options& options, const Clock& clock) {
  const Scene scene = scene_named(name, options);
  const auto stage = Stage::open(options, clock, scene.server_lines);
  if (!stage) return std::unexpected(stage.error());
  return scene.play(**stage);
}

namespace {

Scene scene_named(const std::string& name, const Options& options) {
  if (name == "signatures") return {&signatures};
  if (name == "bodies") return {&bodies};
  if (name == "resets") return {&resets};
  const std::string span = std::to_string(cut_after_s(options)) + "s";
  // All are to be there to the end, however long they take to come.
  return {&crowd, "head_timeout = \"" + span + "\"\nbody_timeout = \"" + span + "\"\nidle_timeout = \"1h\"\n"};
}

Table crowd(Stage& stage) {
  const Options& options = stage.options();
  std::optional<IdleCrowd> idle;
  std::optional<SlowCrowd> slow;
  IdleTally idles;
  SlowTally slows;
  const auto come = [&] {
    idle.emplace(stage.clock(), stage.target(), options.idle).come();
    slow.emplace(stage.clock(), stage.target(), options.slow).come();
  };
  const auto go = [&] {
    slows.add(slow->let_go());
    idles.add(idle->let_go());
    return 0.0;
  };
  const Turns turns = stage.play(static_cast<double>(options.rate), {come, go});

  Table table = table_for("crowd", stage);
  tell_of_good(table, turns);
  table.aim_at_most("p99 beside, to alone", median(turns.beside.p99_ms) / median(turns.alone.p99_ms), p99_ratio_max, "");
  table.say("memory with the crowd", in_words(turns.beside.memory_mib, "MiB"));
  table.must("idle ones that came", std::to_string(idles.up), std::to_string(idles.asked), idles.up == idles.asked);
  table.must_be_zero("idle ones that were cut", idles.cut);
  const std::size_t cut = slows.answered_408 + slows.closed, cut_least = options.slow * options.rounds;
  table.must("slow ones that were cut", std::to_string(cut), ">= " + std::to_string(cut_least), cut >= cut_least);
  table.say("  in a head or a body, with 408", std::to_string(slows.answered_408));
  if (options.tls) table.say("  in a handshake, closed", std::to_string(slows.closed));
  table.must_be_none("slow ones that ended otherwise", slows.otherwise);
  table.must_be_zero("slow ones that were never cut", slows.never_cut);
  table.say(fmt::format("longest life of a slow one, {} s allowed", cut_after_s(options)),
            in_words(std::chrono::duration<double>(slows.longest).count(), "s"));
  stage.close(table, turns);
  return table;
}

Table signatures(Stage& stage) {
  const Options& options = stage.options();
  std::optional<Sender> flood;
  Sent all;
  const auto come = [&] {
    flood.emplace(stage.clock(), stage.target(),
                  SenderPlan{.per_second = static_cast<double>(options.forged),
                             .count_max = std::numeric_limits<std::uint64_t>::max(),
                             .connections = forged_connections,
                             .expected = 401,
                             .request = [&stage] { return stage.requests().forged(); }});
    flood->start();
  };
  const auto go = [&] {
    const Sent sent = flood->stop();
    all.asked += sent.asked;
    for (const auto& [status, times] : sent.otherwise) all.otherwise[status] += times;
    return static_cast<double>(sent.asked);
  };
  const Turns turns = stage.play(static_cast<double>(options.rate) * beside_share, {come, go});

  std::vector<double> cpu_us;
  cpu_us.reserve(options.rounds);
  for (std::size_t i = 0; i < options.rounds; ++i)
    cpu_us.push_back((turns.beside.cpu_seconds[i] - turns.alone.cpu_seconds[i]) / turns.beside.strangers[i] * 1e6);

  Table table = table_for("signatures", stage);
  tell_of_good(table, turns);
  const double per_second = static_cast<double>(all.asked) / static_cast<double>(options.rounds * options.seconds);
  table.say(fmt::format("forged requests a second, {} meant", options.forged), fmt::format("{:.0f}", per_second));
  table.aim_at_most("CPU of the gateway for a forged one", median(cpu_us), forged_cpu_max_us, "us");
  table.must("forged requests sent", std::to_string(all.asked), "> 0", all.asked > 0);
  table.must_be_none("forged requests not answered 401", all.otherwise);
  stage.close(table, turns);
  return table;
}

Table bodies(Stage& stage) {
  const Options& options = stage.options();
  std::optional<Bodies> strangers;
  BodiesTally all;
  const auto come = [&] { strangers.emplace(stage.clock(), stage.target(), options.bodies).come(); };
  const auto go = [&] {
    all.add(strangers->let_go());
    return 0.0;
  };
  const Turns turns = stage.play(static_cast<double>(options.rate) * beside_share, {come, go});

  Table table = table_for("bodies", stage);
  tell_of_good(table, turns);
  table.say("memory with the bodies", in_words(turns.beside.memory_mib, "MiB"));
  table.say("bytes of bodies sent", in_words(static_cast<double>(all.bytes) / 1024 / 1024, "MiB"));
  const std::size_t least = options.bodies * options.rounds;
  table.must("bodies answered 413", std::to_string(all.answered_413), ">= " + std::to_string(least),
             all.answered_413 >= least);
  table.must_be_none("bodies that ended otherwise", all.otherwise);
  stage.close(table, turns);
  return table;
}

Table resets(Stage& stage) {
  const Options& options = stage.options();
  std::optional<Resets> strangers;
  ResetsTally all;
  const auto come = [&] {
    strangers.emplace(stage.clock(), stage.target(), stage.requests(), static_cast<double>(options.resets)).come();
  };
  const auto go = [&] {
    const ResetsTally tally = strangers->let_go();
    all.reset += tally.reset;
    all.failed += tally.failed;
    return static_cast<double>(tally.reset);
  };
  const Turns turns = stage.play(static_cast<double>(options.rate) * beside_share, {come, go});

  Table table = table_for("resets", stage);
  tell_of_good(table, turns);
  const double per_second = static_cast<double>(all.reset) / static_cast<double>(options.rounds * options.seconds);
  table.say(fmt::format("connections reset a second, {} meant", options.resets), fmt::format("{:.0f}", per_second));
  table.must("connections reset", std::to_string(all.reset), "> 0", all.reset > 0);
  // The gateway may cut a handshake that takes too long on this machine.
  table.say("connections that could not be made", std::to_string(all.failed));
  const bool back = stage.descriptors_are_back();
  table.must("descriptors of the gateway afterwards", std::to_string(stage.descriptors_now()),
             "<= " + std::to_string(stage.descriptors_before()), back);
  stage.close(table, turns);
  return table;
}

Table table_for(const char* scene, const Stage& stage) {
  const Options& options = stage.options();
  return Table{fmt::format("{}, {}: {} x {} s", scene, options.tls ? "TLS" : "plain", options.rounds, options.seconds)};
}

void tell_of_good(Table& table, const Turns& turns) {
  table.say("p50 of good requests, alone", in_words(median(turns.alone.p50_ms), "ms"));
  table.say("p50 of good requests, beside", in_words(median(turns.beside.p50_ms), "ms"));
  table.say("p99 of good requests, alone", in_words(median(turns.alone.p99_ms), "ms"));
  table.say("p99 of good requests, beside", in_words(median(turns.beside.p99_ms), "ms"));
}

}  // namespace

}  // namespace senja::hostile
