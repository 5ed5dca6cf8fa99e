#include "cli/asking.h"
#include "cli/commands.h"
#include "cli/showing.h"
#include "senja/model/json_text.h"

namespace senja::cli {

namespace {

int change(const Admin& admin, World& world, net::ClientRequest request, const Columns& fields);
void add_time(JsonText& json, std::string_view name, const std::string& text);

}  // namespace

int run(const ResourcesPut& put, World& world) {
  JsonText json;
  json.begin_object().member("state", put.state);
  if (put.version) json.member("version", *put.version);
  add_time(json, "expires_at", put.expires_at);
  json.end_object();
  net::ClientRequest request{"PUT", "/v1/resources/" + percent_encoded(put.id), {}, std::move(json).take()};
  if (put.if_match) request.headers.emplace_back("If-Match", std::to_string(*put.if_match));
  return change(put.admin, world, std::move(request),
                {{"status", "status"},
                 {"resource", "id"},
                 {"state", "state"},
                 {"version", "version"},
                 {"revision", "revision"},
                 {"expires", "expires_at"}});
}

int run(const LettersReplay& replay, World& world) {
  JsonText json;
  json.begin_object().member("reason", replay.reason);
  if (!replay.new_expiry.empty()) add_time(json, "new_expiry", replay.new_expiry);
  if (replay.ignore_expiry) json.member("ignore_expiry", true);
  if (replay.may_have_applied) json.member("may_have_applied", true);
  json.end_object();
  return change(replay.admin, world,
                {"POST", "/v1/dead-letters/" + percent_encoded(replay.id) + "/replay", {}, std::move(json).take()},
                {{"status", "status"}, {"event", "event_id"}, {"version", "version"}});
}

int run(const ClockAccept& accept, World& world) {
  JsonText json;
  json.begin_object().member("reason", accept.reason).end_object();
  return change(accept.admin, world, {"POST", "/v1/clock/accept", {}, std::move(json).take()}, {{"status", "status"}});
}

namespace {

int change(const Admin& admin, World& world, net::ClientRequest request, const Columns& fields) {
  const auto body = ask(admin, world, std::move(request));
  return body ? show_one(admin, world, *body, fields) : body.error();
}

// "never" is null, digits are seconds, anything else is the text itself (RFC 3339).
void add_time(JsonText& json, std::string_view name, const std::string& text) {
  json.key(name);
  if (text == "never")
    json.null();
  else if (text.find_first_not_of("0123456789") == text.npos && text.size() < 19)
    json.value(static_cast<std::int64_t>(std::stoll(text)));
  else
    json.value(text);
}

}  // namespace

}  // namespace senja::cli
