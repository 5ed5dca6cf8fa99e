// Scenes about effects: signatures, lost answers, copies that race.
#include <array>
#include <tuple>
#include <utility>

#include "demo/events.h"
#include "demo/scenes.h"

namespace senja::demo {

using namespace std::chrono_literals;

namespace {

RawRequest with_timestamp(const RawRequest& request, const std::string& seconds);

}  // namespace

void signatures(Stage& stage, Screen& screen) {
  screen.scene("AI results: four signatures", "25 of credit each");
  const std::string user = stage.name("ana");
  const WallTime now = stage.now();
  const auto result = [&](const char* event, WallTime at) {
    return stage.request("ai-results", body_of({stage.name(event), user, 25}), at);
  };
  const auto refused = [](const char* word) {
    return Expected{"401", "credit 25", std::string("401 ") + word, "credit 25"};
  };

  const auto valid = result("result-valid", now);
  show_credit(stage, screen, "signed rightly", valid, user, {"200", "credit 25", "200 applied", "credit 25"});

  auto tampered = result("result-tampered", now);
  tampered.body.replace(tampered.body.find("25"), 2, "99");
  show_credit(stage, screen, "amount changed on the way", tampered, user, refused("signature"));

  const auto old = result("result-old", minus(now, 10min));
  show_credit(stage, screen, "signed 10 minutes ago", old, user, refused("timestamp"));

  const auto seconds = std::chrono::floor<std::chrono::seconds>(now).time_since_epoch().count();
  show_credit(stage, screen, "that signature, a new timestamp", with_timestamp(old, std::to_string(seconds)), user,
              refused("signature"));
}

void lost_answers(Stage& stage, Screen& screen) {
  screen.scene("An AI result whose answers are lost", "the sender tries until it hears one");
  const std::string user = stage.name("budi");
  const auto result = stage.request("ai-results", body_of({stage.name("result-lost"), user, 25}), stage.now());

  for (const char* sent : {"sent, connection cut", "sent again, cut again"}) {
    Line line;
    line.sent = sent;
    line.plain = "lost";
    std::ignore = stage.ask_plain(result);
    auto connection = stage.connect();
    const auto gone = connection.send_raw(stage.bytes(result));
    connection.close();
    line.senja = gone ? "lost" : gone.error();
    stage.await_credit_above(user, 0);
    line.plain_holds = stage.plain_credit(user);
    line.senja_holds = stage.senja_credit(user);
    screen.line(line, {"lost", "credit 25", "lost", "credit 25"});
  }
  show_credit(stage, screen, "sent a third time", result, user, {"200", "credit 25", "200 applied, replay", "credit 25"});
}

void two_at_once(Stage& stage, Screen& screen) {
  screen.scene("Two copies of an AI result at once", "on two connections");
  const std::string user = stage.name("citra");
  const auto result = stage.request("ai-results", body_of({stage.name("result-twice"), user, 25}), stage.now());

  Line line;
  line.sent = "both sent, then both read";
  const std::array copies{result, result};
  const auto statuses = stage.plain().receive(copies);
  line.plain = std::to_string(statuses[0]) + " " + std::to_string(statuses[1]);

  auto one = stage.connect(), other = stage.connect();
  for (net::Client* each : {&one, &other}) std::ignore = each->call({"GET", "/healthz", {}, {}});  // both connected
  const std::string bytes = stage.bytes(result);
  for (net::Client* each : {&one, &other}) std::ignore = each->send_raw(bytes);
  const std::array answers{one.read_response(), other.read_response()};
  // Which of the two came first is not said beforehand: the one that was recorded is named first.
  const bool swapped = answers[0] && is_replay(*answers[0]);
  const std::string first = in_words(answers[swapped ? 1 : 0]), second = in_words(answers[swapped ? 0 : 1]);
  line.senja = first + " + " + (second == first + ", replay" ? "replay" : second);

  line.plain_holds = stage.plain_credit(user);
  line.senja_holds = stage.senja_credit(user);
  screen.line(line, {"200 200", "credit 50", "200 applied + replay", "credit 25"});
}

void show_credit(Stage& stage, Screen& screen, std::string sent, const RawRequest& request, const std::string& user,
                 const Expected& expected) {
  Line line;
  line.sent = std::move(sent);
  line.plain = stage.ask_plain(request);
  line.senja = stage.ask_senja(request);
  line.plain_holds = stage.plain_credit(user);
  line.senja_holds = stage.senja_credit(user);
  screen.line(line, expected);
}

namespace {

RawRequest with_timestamp(const RawRequest& request, const std::string& seconds) {
  RawRequest changed{request.method, request.target, {}, request.body, request.received_at};
  for (std::size_t i = 0; i < request.headers.size(); ++i) {
    const auto [name, value] = request.headers[i];
    changed.headers.add(name, same_name(name, "x-webhook-timestamp") ? seconds : std::string(value));
  }
  return changed;
}

}  // namespace

}  // namespace senja::demo
