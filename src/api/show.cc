#include "api/show.h"

#include "senja/contract/times.h"
#include "senja/signature/encode.h"

namespace senja::api {

namespace {

template <class Tag>
void show_id(JsonText& json, std::string_view name, const std::optional<Id<Tag>>& id) {
  id ? json.member(name, id->text) : json.key(name).null();
}

}  // namespace

void show(JsonText& json, const store::EventView& event, Body body) {
  json.begin_object().member("source", event.source.text).member("event_id", event.event_id.text);
  json.member("outcome", row(event.code).outcome).member("code", text(event.code));
  show_id(json, "resource_id", event.resource_id);
  show_number(json, "version", event.version);
  show_time(json, "received_at", event.received_at);
  show_time(json, "decided_at", event.decided_at);
  json.member("deliveries", event.deliveries);
  if (body == Body::shown) json.member("body_base64", signature::to_base64(event.kept.body));
  json.end_object();
}

void show(JsonText& json, const store::ResourceView& resource) {
  json.begin_object().member("id", resource.id.text).member("state", resource.state.text);
  json.member("version", resource.version).member("revision", resource.revision);
  show_time(json, "expires_at", resource.expires_at);
  show_time(json, "updated_at", resource.updated_at);
  json.end_object();
}

void show(JsonText& json, const store::WaitingView& waiting) {
  json.begin_object().member("source", waiting.source.text).member("event_id", waiting.event_id.text);
  json.member("code", text(waiting.cause));
  show_id(json, "resource_id", waiting.resource_id);
  show_number(json, "version", waiting.version);
  show_time(json, "first_at", waiting.first_at);
  show_time(json, "last_at", waiting.last_at);
  json.member("count", waiting.count).end_object();
}

void show(JsonText& json, const store::LetterView& letter, Body body) {
  json.begin_object().member("id", letter.id.text).member("kind", "event");
  json.member("source", letter.source.text).member("event_id", letter.event_id.text);
  json.member("cause", text(letter.cause)).member("detail", letter.detail).member("count", letter.count);
  show_time(json, "first_at", letter.first_at);
  show_time(json, "last_at", letter.last_at);
  json.member("may_have_applied", letter.may_have_applied).member("resolved", letter.resolved);
  if (body == Body::shown)
    letter.kept ? json.member("body_base64", signature::to_base64(letter.kept->body)) : json.key("body_base64").null();
  json.end_object();
}

void show_time(JsonText& json, std::string_view name, const std::optional<WallTime>& at) {
  at ? json.member(name, contract::format_rfc3339(*at)) : json.key(name).null();
}

void show_number(JsonText& json, std::string_view name, const std::optional<std::int64_t>& number) {
  number ? json.member(name, *number) : json.key(name).null();
}

}  // namespace senja::api
