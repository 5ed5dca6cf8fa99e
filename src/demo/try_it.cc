#include "demo/try_it.h"

#include <string>
#include <string_view>

namespace senja::demo {

namespace {

using namespace std::chrono_literals;

std::string change_body(const std::string& id, const std::string& resource, const char* action, WallTime now);
std::string secret_of(const Place& place, std::string_view source);
std::string signature_of(std::string_view text, const std::string& secret);

}  // namespace

// One paste each, and none needs another. Their ids and times are fixed now, so that a second paste is a repeat.
void show_what_to_try(Stage& stage, const Place& place, Screen& screen) {
  const std::string in = "curl -i " + place.gateway.authority() + "/in/";
  const auto by_body = [&](const std::string& source, const std::string& body) {
    return "b='" + body + "'; " + in + source +
           " -H \"X-Webhook-Signature: sha256=" + signature_of("$b", secret_of(place, source)) + "\" --json \"$b\"";
  };
  const auto by_time_and_body = [&](const std::string& source, const std::string& body) {
    return "b='" + body + "'; t=$(date +%s); " + in + source +
           " -H \"X-Webhook-Timestamp: $t\" -H \"X-Webhook-Signature: " + signature_of("$t.$b", secret_of(place, source)) +
           "\" --json \"$b\"";
  };
  const std::string reward = stage.name("my-reward"), room = stage.name("my-room");
  stage.put_resource(reward, 1);
  stage.put_resource(room, 0);

  screen.title("It keeps serving. Three lines for another terminal; pasted twice, they are repeats:");
  screen.note("a claim, signed over its body");
  screen.command(by_body("rewards", change_body(stage.name("my-claim"), reward, "CLAIM", stage.now())));
  screen.note("a booking, signed over the time and its body");
  screen.command(by_time_and_body("bookings", change_body(stage.name("my-booking"), room, "CONFIRM", stage.now())));
  screen.note("an AI result: 25 of credit for you, once");
  screen.command(by_time_and_body(
      "ai-results", R"({"event_id":")" + stage.name("my-result") + R"(","job_id":"j1","user_id":"you","amount":25})"));

  screen.title("What came of it:");
  screen.command("sqlite3 -readonly " + place.database + " 'SELECT * FROM balances'");
  screen.command("curl " + place.admin.authority() + "/v1/resources/" + reward);
  screen.command("curl " + place.admin.authority() + "/v1/dead-letters");
  screen.title("Ctrl-C ends it.");
}

namespace {

std::string change_body(const std::string& id, const std::string& resource, const char* action, WallTime now) {
  const auto seconds = [](WallTime at) {
    return std::to_string(std::chrono::floor<std::chrono::seconds>(at).time_since_epoch().count());
  };
  return R"({"event_id":")" + id + R"(","resource_id":")" + resource + R"(","action":")" + action +
         R"(","version":1,"issued_at":)" + seconds(now) + R"(,"expires_at":)" + seconds(plus(now, 1h)) + "}";
}

std::string secret_of(const Place& place, std::string_view source) {
  for (const auto& each : place.sources)
    if (each->name.text == source && !each->secrets.empty()) return std::string(each->secrets.front().secret.reveal());
  return "SECRET";
}

std::string signature_of(std::string_view text, const std::string& secret) {
  return "$(printf %s \"" + std::string(text) + "\" | openssl dgst -sha256 -hmac " + secret + " -r | cut -c-64)";
}

}  // namespace

}  // namespace senja::demo
