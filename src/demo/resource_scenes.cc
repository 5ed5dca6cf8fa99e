// Scenes about resources: time, order and clocks.
#include <utility>

#include "demo/events.h"
#include "demo/scenes.h"

namespace senja::demo {

using namespace std::chrono_literals;

void claims(Stage& stage, Screen& screen) {
  screen.scene("A claim, its repeat, and one that comes too late", "");
  const WallTime now = stage.now();

  const std::string reward = stage.name("reward");
  stage.put_resource(reward, 1);
  const auto claim = stage.request("rewards", body_of({stage.name("claim"), reward, "CLAIM", 1, now, plus(now, 60s)}), now);
  show_resource(stage, screen, "a claim with 60 s to live", claim, reward,
                {"200", "CLAIMED v2", "200 applied", "CLAIMED v2"});
  show_resource(stage, screen, "the same bytes again", claim, reward,
                {"200", "CLAIMED v2", "200 applied, replay", "CLAIMED v2"});

  const std::string cat = stage.name("cat");
  const WallTime spotted = minus(now, 10min + 60s);
  stage.put_resource(cat, 1);
  const auto late =
      stage.request("rewards", body_of({stage.name("cat-spotted"), cat, "CLAIM", 1, spotted, plus(spotted, 60s)}), now);
  show_resource(stage, screen, "CAT_SPOTTED, 10 minutes late", late, cat,
                {"200", "CLAIMED v2", "410 expired", "PENDING v1"});
}

void bookings(Stage& stage, Screen& screen) {
  screen.scene("Bookings: CANCEL overtakes CONFIRM", "version = the one the event makes");
  const WallTime now = stage.now();
  const auto booking = [&](const std::string& room, const char* action, std::int64_t version) {
    return stage.request("bookings", body_of({room + "-" + action, room, action, version, now, plus(now, 10min)}), now);
  };

  const std::string room = stage.name("room"), twin = stage.name("twin");
  stage.put_resource(room, 0);
  stage.put_resource(twin, 0);
  show_resource(stage, screen, "CANCEL v2, first to arrive", booking(room, "CANCEL", 2), room,
                {"200", "CANCELLED v2", "200 applied", "CANCELLED v2"});
  show_resource(stage, screen, "CONFIRM v1, late", booking(room, "CONFIRM", 1), room,
                {"200", "CONFIRMED v1", "200 ignored_stale", "CANCELLED v2"});
  show_resource(stage, screen, "a twin, in order: CONFIRM v1", booking(twin, "CONFIRM", 1), twin,
                {"200", "CONFIRMED v1", "200 applied", "CONFIRMED v1"});
  show_resource(stage, screen, "then CANCEL v2", booking(twin, "CANCEL", 2), twin,
                {"200", "CANCELLED v2", "200 applied", "CANCELLED v2"});
}

void expected_versions(Stage& stage, Screen& screen) {
  screen.scene("Claims: the one that expects version 2 comes first", "version = the one the event expects");
  const WallTime now = stage.now();
  const std::string reward = stage.name("contested");
  const auto claim = [&](const char* event, std::int64_t version) {
    return stage.request("rewards", body_of({stage.name(event), reward, "CLAIM", version, now, plus(now, 10min)}), now);
  };

  stage.put_resource(reward, 1);
  const auto second = claim("expects-2", 2);
  show_resource(stage, screen, "CLAIM that expects v2", second, reward,
                {"409", "PENDING v1", "503 gap, Retry-After 5", "PENDING v1"});
  show_resource(stage, screen, "CLAIM that expects v1", claim("expects-1", 1), reward,
                {"200", "CLAIMED v2", "200 applied", "CLAIMED v2"});
  show_resource(stage, screen, "the first one's retry", second, reward,
                {"409", "CLAIMED v2", "409 conflict.state", "CLAIMED v2"});
}

void clocks(Stage& stage, Screen& screen) {
  screen.scene("Senders whose clocks are wrong", "margin = 5 s");
  // Behind: by the sender's clock the deadline is just now. Ahead: by the sender's clock it was issued just now.
  const auto claim = [&](std::string sent, const char* name, Micros issued, Micros expires, const Expected& expected) {
    const std::string reward = stage.name(name);
    stage.put_resource(reward, 1);
    const WallTime now = stage.now();
    const ChangeBody body{reward + "-claim", reward, "CLAIM", 1, plus(now, issued), plus(now, expires)};
    show_resource(stage, screen, std::move(sent), stage.request("rewards", body_of(body), now), reward, expected);
  };
  const Expected claimed{"200", "CLAIMED v2", "200 applied", "CLAIMED v2"};

  claim("3 s behind, at its deadline", "behind-3", -63s, -3s, claimed);
  claim("30 s behind, at its deadline", "behind-30", -90s, -30s, {"200", "CLAIMED v2", "410 expired", "PENDING v1"});
  claim("3 s ahead", "ahead-3", 3s, 63s, claimed);
  claim("30 s ahead", "ahead-30", 30s, 90s, {"200", "CLAIMED v2", "503 future, Retry-After 25", "PENDING v1"});
}

void show_resource(Stage& stage, Screen& screen, std::string sent, const RawRequest& request, const std::string& resource,
                   const Expected& expected) {
  Line line;
  line.sent = std::move(sent);
  line.plain = stage.ask_plain(request);
  line.senja = stage.ask_senja(request);
  line.plain_holds = stage.plain_resource(resource);
  line.senja_holds = stage.senja_resource(resource);
  screen.line(line, expected);
}

}  // namespace senja::demo
