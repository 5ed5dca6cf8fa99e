// The changes of the API: an operator's words become an intent, and go the same way to the store as events do.

#include <string>
#include <utility>

#include "api/api.h"
#include "api/bodies.h"
#include "api/problem.h"
#include "api/show.h"
#include "senja/model/limits.h"
#include "senja/rules/intent.h"
#include "senja/rules/time_rules.h"
#include "senja/signature/verifier.h"

namespace senja::api {

namespace {

using rules::RefusedBecause;

struct Refusal {
  std::string_view code, title;
};
Refusal words_of(RefusedBecause why);
net::Response bad_body(std::string_view what);
net::Response refused(const rules::Verdict& verdict);
net::Response put_done(const rules::PutIntent& put, const rules::Verdict& verdict);
net::Response replay_done(const EventId& event_id, const rules::Verdict& verdict);
std::expected<Event, net::Response> read_again(const inbound::Sources& sources, store::LetterView letter,
                                               std::shared_ptr<const rules::Policy>& policy);

}  // namespace

void Api::put_resource(const Admitted& asked, const RawRequest& request, net::Reply reply) {
  const std::string& id = asked.route.names[0];
  if (id.size() > limits::id_bytes_max || id.find('\0') != std::string::npos)
    return reply.send(bad_body("a resource's id has 1 to 255 bytes without NUL"));
  auto body = read_put_resource(request.body);
  if (!body) return reply.send(bad_body(body.error()));

  rules::PutIntent put{{id}, std::move(body->state), body->version, body->expires_at, std::nullopt, {asked.who, "PUT"}};
  if (const auto if_match = request.headers.first("if-match")) {
    put.if_match = read_revision(*if_match);
    if (!put.if_match) return reply.send(problem(400, "bad_if_match", "Bad If-Match", "If-Match must be one revision"));
  }
  rules::PutIntent wanted = put;
  submit(std::move(put), reply, [wanted = std::move(wanted)](const rules::Verdict& verdict) {
    return verdict.code == Code::applied && verdict.refused == RefusedBecause::none ? put_done(wanted, verdict)
                                                                                    : refused(verdict);
  });
}

void Api::replay(const Admitted& asked, const RawRequest& request, net::Reply reply) {
  auto body = read_replay(request.body);
  if (!body) return reply.send(bad_body(body.error()));
  const LetterId id{asked.route.names[0]};
  auto letter = desk_.views.letter(id);
  if (!letter) return reply.send(problem_of(letter.error()));
  if (!*letter) return reply.send(not_found("such dead letter"));

  const EventId event_id = (*letter)->event_id;
  std::shared_ptr<const rules::Policy> policy;
  auto event = read_again(sources_, std::move(**letter), policy);
  if (!event) return reply.send(event.error());
  rules::ReplayIntent replay{
      rules::intend(std::move(*event), policy), id, body->new_expiry, body->ignore_expiry, body->may_have_applied,
      {asked.who, std::move(body->reason)}};
  submit(std::move(replay), reply, [event_id](const rules::Verdict& verdict) {
    return verdict.code == Code::applied && verdict.refused == RefusedBecause::none ? replay_done(event_id, verdict)
                                                                                    : refused(verdict);
  });
}

namespace {

// The letter's event as today's contract reads it.
std::expected<Event, net::Response> read_again(const inbound::Sources& sources, store::LetterView letter,
                                               std::shared_ptr<const rules::Policy>& policy) {
  const auto refuse = [](std::string_view code, std::string_view detail) {
    return std::unexpected(problem(409, code, "Not replayed", detail));
  };
  if (!letter.kept)
    return refuse("body_not_kept", "the event's body was too large to keep: the letter can only be resolved");
  for (const auto& source : sources) {
    if (source->name != letter.source) continue;
    policy = source->policy;
    auto event = source->reader->read(signature::Recall::from_store(std::move(*letter.kept), letter.received_at));
    if (!event) return refuse(text(Code::rejected), event.error().violation.message());
    return std::move(*event);
  }
  return refuse("unknown_source", "the source " + letter.source.text + " is not configured any more");
}

net::Response put_done(const rules::PutIntent& put, const rules::Verdict& verdict) {
  JsonText text;
  text.begin_object().member("status", verdict.created ? "created" : "updated");
  text.member("id", put.resource_id.text).member("state", put.state.text);
  show_number(text, "version", verdict.version);
  show_number(text, "revision", verdict.revision);
  show_time(text, "expires_at", put.expires_at);
  text.end_object();
  net::Response response = json(verdict.created ? 201 : 200, std::move(text));
  if (verdict.revision) response.headers.emplace_back("etag", "\"" + std::to_string(*verdict.revision) + "\"");
  return response;
}

net::Response replay_done(const EventId& event_id, const rules::Verdict& verdict) {
  JsonText text;
  text.begin_object().member("status", "applied").member("event_id", event_id.text);
  show_number(text, "version", verdict.version);
  text.end_object();
  return json(200, std::move(text));
}

// Why not: the operator's own case, an outcome that this event has now, or a store that cannot say.
net::Response refused(const rules::Verdict& verdict) {
  const bool passing = row(verdict.code).kind == Kind::retryable || row(verdict.code).kind == Kind::undecided;
  std::string members;
  if (verdict.version) members += ",\"version\":" + std::to_string(*verdict.version);
  if (verdict.revision) members += ",\"revision\":" + std::to_string(*verdict.revision);

  if (verdict.refused == RefusedBecause::no_letter) return not_found("such dead letter");
  if (verdict.refused != RefusedBecause::none) {
    const Refusal words = words_of(verdict.refused);
    return problem(409, words.code, words.title, verdict.detail, members);
  }
  if (!passing) return problem(409, text(verdict.code), "Not applied", verdict.detail, members);
  net::Response response = problem(503, text(verdict.code), "Not now", verdict.detail);
  const auto wait = std::chrono::duration_cast<std::chrono::seconds>(rules::whole_seconds_up(verdict.retry_after));
  response.headers.emplace_back("retry-after", std::to_string(wait.count()));
  return response;
}

net::Response bad_body(std::string_view what) { return problem(422, "bad_body", "The request does not fit", what); }

Refusal words_of(RefusedBecause why) {
  switch (why) {
    case RefusedBecause::resolved:
      return {"resolved", "The letter is resolved already"};
    case RefusedBecause::applied:
      return {"applied", "The event was applied: never again"};
    case RefusedBecause::cause:
      return {"cause", "Letters of this cause cannot be replayed"};
    case RefusedBecause::expiry_needed:
      return {"expiry_needed", "The event's time is over: say new_expiry or ignore_expiry"};
    case RefusedBecause::may_have_applied:
      return {"may_have_applied", "The event may have been applied: say may_have_applied"};
    case RefusedBecause::revision:
      return {"revision", "The resource has another revision: say it in If-Match"};
    case RefusedBecause::version_behind:
      return {"version_behind", "A resource's version never goes back"};
    case RefusedBecause::no_letter:
    case RefusedBecause::none:
      break;
  }
  return {"refused", "Refused"};
}

}  // namespace

}  // namespace senja::api
