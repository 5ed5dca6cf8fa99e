// kill -9 in the middle of a load, and the sender that tries again whatever was not answered.
#include <algorithm>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "demo/events.h"
#include "demo/scenes.h"

namespace senja::demo {

namespace {

constexpr std::size_t connections = 32;
constexpr std::size_t rounds_before = 4, rounds_after = 5;  // of `connections` results each

// The sender: one result on each of its connections at a time, one credit each.
struct Load {
  Stage& stage;
  std::string user;
  std::vector<net::Client> clients;
  std::size_t made = 0;

  explicit Load(Stage& on) : stage(on), user(on.name("dewi")) {
    for (std::size_t i = 0; i < connections; ++i) clients.push_back(on.connect());
  }
  std::vector<RawRequest> next();
  void send(const std::vector<RawRequest>& results);
  std::map<std::string, std::size_t> answers();  // in words, counted
  void cut();
};

constexpr const char* applied = "200 applied";
constexpr const char* replayed = "200 applied, replay";

std::string counted(std::map<std::string, std::size_t> words);
std::string times(std::size_t count, std::string_view what);
Line line_of(Load& load, std::string sent, std::string plain, std::string senja);

}  // namespace

void killed_in_mid_load(Stage& stage, Screen& screen) {
  screen.scene("kill -9 in mid-load, then the sender's retries", "AI results, 1 of credit each");
  screen.note("The plain receiver dies at the same moment: its tables stay, the ids it has seen are gone.");
  Load load(stage);
  const auto credit = [](std::size_t amount) { return "credit " + std::to_string(amount); };
  const auto exchange = [&](std::size_t rounds) {
    std::map<std::string, std::size_t> plain, senja;
    for (std::size_t round = 0; round < rounds; ++round) {
      const auto results = load.next();
      for (const RawRequest& each : results) ++plain[stage.ask_plain(each)];
      load.send(results);
      for (const auto& [words, count] : load.answers()) senja[words] += count;
    }
    return std::pair(counted(plain), counted(senja));
  };

  const std::size_t before = rounds_before * connections, after = rounds_after * connections;
  auto [plain, senja] = exchange(rounds_before);
  screen.line(line_of(load, std::to_string(before) + " results", plain, senja),
              {times(before, "200"), credit(before), times(before, applied), credit(before)});

  // In flight: sent, and the first of them committed; then both die before an answer is read.
  const auto in_flight = load.next();
  for (const RawRequest& each : in_flight) std::ignore = stage.ask_plain(each);
  load.send(in_flight);
  stage.await_credit_above(load.user, before);
  stage.gateway().kill_hard();
  load.cut();
  stage.plain().restart();
  const auto restarted = stage.gateway().start();

  const auto kept = static_cast<std::size_t>(stage.senja_balance(load.user).value_or(0));
  const bool plausible = kept > before && kept <= before + connections;
  Line killed = line_of(load, std::to_string(connections) + " more, then kill -9", "lost",
                        restarted ? "lost, up again" : restarted.error());
  killed.settled = false;
  screen.line(killed, {"lost", credit(before + connections), "lost, up again",
                       plausible ? credit(kept) : credit(before) + " + 1 to " + std::to_string(connections)});

  // The sender heard no answer: all of them again. What was committed before the kill answers as a replay.
  std::map<std::string, std::size_t> plain_retried;
  for (const RawRequest& each : in_flight) ++plain_retried[stage.ask_plain(each)];
  load.send(in_flight);
  const auto retried = load.answers();
  const std::size_t replays = plausible ? kept - before : 0;
  const std::map<std::string, std::size_t> due{{replayed, replays}, {applied, connections - replays}};
  screen.line(line_of(load, "the sender retries those", counted(plain_retried), counted(retried)),
              {times(connections, "200"), credit(before + 2 * connections), counted(due), credit(before + connections)});

  std::tie(plain, senja) = exchange(rounds_after);
  screen.line(line_of(load, std::to_string(after) + " more", plain, senja),
              {times(after, "200"), credit(before + 2 * connections + after), times(after, applied),
               credit(before + connections + after)});
}

namespace {

std::vector<RawRequest> Load::next() {
  std::vector<RawRequest> results;
  for (std::size_t i = 0; i < clients.size(); ++i)
    results.push_back(
        stage.request("ai-results", body_of({stage.name("load-" + std::to_string(++made)), user, 1}), stage.now()));
  return results;
}

void Load::send(const std::vector<RawRequest>& results) {
  // A send that fails shows as an answer that never comes.
  for (std::size_t i = 0; i < results.size(); ++i) std::ignore = clients[i].send_raw(stage.bytes(results[i]));
}

std::map<std::string, std::size_t> Load::answers() {
  std::map<std::string, std::size_t> words;
  for (net::Client& each : clients) ++words[in_words(each.read_response())];
  return words;
}

void Load::cut() {
  for (net::Client& each : clients) each.close();
}

// "32 x 200, 28 replays" where some were applied earlier and all are by now; otherwise each answer with its count.
std::string counted(std::map<std::string, std::size_t> words) {
  const std::size_t replays = words[replayed], all = replays + words[applied];
  const bool others = std::ranges::any_of(
      words, [](const auto& each) { return each.second > 0 && each.first != applied && each.first != replayed; });
  if (replays > 0 && !others)
    return times(all, "200") + ", " + std::to_string(replays) + (replays == 1 ? " replay" : " replays");

  std::string out;
  for (const auto& [text, count] : words)
    if (count > 0) out += (out.empty() ? "" : " + ") + times(count, text);
  return out;
}

std::string times(std::size_t count, std::string_view what) { return std::to_string(count) + " x " + std::string(what); }

Line line_of(Load& load, std::string sent, std::string plain, std::string senja) {
  return {std::move(sent), std::move(plain), load.stage.plain_credit(load.user), std::move(senja),
          load.stage.senja_credit(load.user)};
}

}  // namespace

}  // namespace senja::demo
