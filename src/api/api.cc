#include "api/api.h"

#include <utility>

#include "api/bodies.h"
#include "api/problem.h"
#include "senja/model/limits.h"

namespace senja::api {

namespace {

bool takes_body(Asked asked) {
  return asked == Asked::put_resource || asked == Asked::replay || asked == Asked::accept_clock;
}

}  // namespace

Api::Api(net::Loop& loop, const Desk& desk)
    : desk_(desk),
      sources_(desk.sources),
      access_(desk.clock, desk.hosts, desk.tokens),
      settling_(loop, [this](const store::Settled& settled) { settle(settled); }) {}

std::variant<std::size_t, net::Response> Api::judge_head(const RawRequest& head, const net::Announced& body,
                                                         const net::Caller& caller) {
  auto admitted = access_.admit(head, caller);
  if (!admitted) return std::move(admitted.error());
  const std::size_t bytes_max = takes_body(admitted->route.asked) ? limits::api_body_bytes_max : 0;
  if (body.content_length.value_or(0) > bytes_max)
    return problem(413, "body_too_large", "Content too large",
                   "this path takes bodies of " + std::to_string(bytes_max) + " bytes");
  return bytes_max;
}

// Asks for the token once more: it may have been taken back while the body came.
void Api::handle(RawRequest request, const net::Caller& caller, net::Reply reply) {
  const auto admitted = access_.admit(request, caller);
  if (!admitted) return reply.send(admitted.error());
  switch (admitted->route.asked) {
    case Asked::put_resource:
      return put_resource(*admitted, request, reply);
    case Asked::replay:
      return replay(*admitted, request, reply);
    case Asked::accept_clock:
      return reply.send(accept_clock(*admitted, request));
    default:
      return reply.send(read(admitted->route));
  }
}

net::Response Api::refuse(int status, std::string_view code, std::string_view detail) {
  return transport_problem(status, code, detail);
}

void Api::use(std::shared_ptr<const config::Tokens> tokens, inbound::Sources sources) {
  access_.use(std::move(tokens));
  sources_ = std::move(sources);
}

net::Response Api::accept_clock(const Admitted& asked, const RawRequest& request) {
  auto body = read_accept_clock(request.body);
  if (!body) return problem(422, "bad_body", "The request does not fit", body.error());
  desk_.store.accept_clock({asked.who, std::move(body->reason)});
  JsonText text;
  text.begin_object().member("status", "accepted").end_object();
  return json(200, std::move(text));
}

void Api::submit(rules::Intent intent, net::Reply reply, OnVerdict on_verdict) {
  const SteadyTime deadline = desk_.clock.steady() + answer_within;
  desk_.store.submit(std::move(intent), {&settling_, pending_.add({reply, deadline, std::move(on_verdict)})});
}

void Api::settle(const store::Settled& settled) {
  if (auto waiter = pending_.take(settled.token)) waiter->reply.send(waiter->on_verdict(settled.verdict));
}

void Api::tick(SteadyTime now) {
  for (const Waiter& waiter : pending_.take_if([now](const Waiter& each) { return now >= each.deadline; }))
    waiter.reply.send(problem(503, text(Code::undecided), "Not decided in time", "ask again to see what was decided"));
}

}  // namespace senja::api
