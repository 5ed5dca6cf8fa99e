#include "inbound/gate.h"

#include <chrono>
#include <utility>

#include "inbound/admission.h"

namespace senja::inbound {

namespace {

using namespace std::chrono_literals;

constexpr std::string_view in_prefix = "/in/";
constexpr Micros retry_after = 5s;
constexpr Rate refusals_told{10, 20};  // strangers do not fill the log: so many lines a second of what is not signed

bool is_health(std::string_view path) { return path == "/healthz" || path == "/readyz"; }
bool reads(std::string_view method) { return method == "GET" || method == "HEAD"; }
net::Response response_of(rules::Answer answer);
rules::Answer undecided(const Source& source);

}  // namespace

Gate::Gate(net::Loop& loop, const Grounds& grounds, std::size_t thread)
    : grounds_(grounds), thread_(thread), settling_(loop, [this](const store::Settled& settled) { settle(settled); }) {
  use(*grounds.roster.now());
}

void Gate::use(const Sources& sources) {
  entrances_.clear();
  for (const auto& source : sources) {
    auto standing = grounds_.standings.of(source->name.text, grounds_.clock.steady());
    SourceCounts* counts = &standing->counts(thread_);
    entrances_.emplace(source->name.text, std::make_shared<Entrance>(Lane{source}, std::move(standing), counts));
  }
}

std::variant<std::size_t, net::Response> Gate::judge_head(const RawRequest& head, const net::Announced& body,
                                                          const net::Caller& caller) {
  const std::string_view path = head.path();
  if (is_health(path)) {
    if (!reads(head.method)) return not_allowed("GET, HEAD");
    return std::size_t{0};
  }
  const std::shared_ptr<Entrance> entrance = find(path);
  if (!entrance) return net::refusal(404, "not_found", "there is nothing at this path");
  if (auto answer = answer_from_head(*entrance, head, body, caller)) return std::move(*answer);
  return entrance->lane.source().body_bytes_max;
}

std::optional<net::Response> Gate::answer_from_head(Entrance& entrance, const RawRequest& head, const net::Announced& body,
                                                    const net::Caller& caller) {
  const Source& source = entrance.lane.source();
  std::string_view outcome;
  std::optional<net::Response> response;
  if (auto turned = turn_away(source, entrance.standing->rate(), {head, body, caller, grounds_.clock.steady()})) {
    entrance.counts->count(turned->why);
    outcome = text(turned->why);
    response = std::move(turned->response);
  } else if (auto refused = entrance.lane.on_head(head.headers)) {
    entrance.counts->count(refused->code, false, Micros{0});
    outcome = text(refused->code);
    response = response_of(std::move(refused->answer));
  } else {
    return std::nullopt;
  }
  tell_of_stranger({source.name.text, {}, outcome, response->status, Micros{0}, caller.address, caller.request_id, {}, 0});
  return response;
}

void Gate::handle(RawRequest request, const net::Caller& caller, net::Reply reply) {
  const std::string_view path = request.path();
  if (path == "/healthz") return reply.send(healthz());
  if (path == "/readyz") return reply.send(readyz(grounds_.readiness()));
  auto entrance = find(path);
  // judge_head found it; while the body came, a reload may have taken it away.
  if (!entrance) return reply.send(net::refusal(404, "not_found", "there is nothing at this path"));
  receive(std::move(entrance), std::move(request), caller, reply);
}

// The half of the road that lies before the store.
void Gate::receive(std::shared_ptr<Entrance> entrance, RawRequest request, const net::Caller& caller, net::Reply reply) {
  const SteadyTime started = grounds_.clock.steady();
  Lane& lane = entrance->lane;
  Waiter waiter{.reply = reply,
                .entrance = std::move(entrance),
                .echo = {},
                .violation = {},
                .started = started,
                .deadline = started + lane.source().policy->answer_within,
                .caller = caller.address,
                .request_id = caller.request_id,
                .trace = trace_of(request.headers),
                .body_bytes = request.body.size()};
  if (grounds_.draining)
    return answer(waiter, rules::retry_later(Code::draining, retry_after, "this process is ending", *lane.source().policy),
                  Code::draining);
  if (fails(Step::after_read)) return answer(waiter, undecided(lane.source()), Code::undecided);

  auto road = lane.on_request(std::move(request));
  if (auto* refused = std::get_if<Refused>(&road)) return answer(waiter, std::move(refused->answer), refused->code);
  if (fails(Step::after_verify)) return answer(waiter, undecided(lane.source()), Code::undecided);

  waiter.entrance->standing->heard(started);
  Admitted& admitted = std::get<Admitted>(road);
  waiter.echo = std::move(admitted.echo);
  waiter.violation = std::move(admitted.violation);
  grounds_.store.submit(std::move(admitted.intent), {&settling_, pending_.add(std::move(waiter))});
}

// The half that lies behind it. A verdict that comes too late finds nobody: the next delivery gets what was recorded.
void Gate::settle(const store::Settled& settled) {
  const rules::Verdict& verdict = settled.verdict;
  const auto waiter = pending_.take(settled.token);
  if (waiter) answer(*waiter, answer_to(waiter->echo, waiter->violation, verdict), verdict.code, verdict.replay);
}

void Gate::tick(SteadyTime now) {
  grounds_.pulse.beat(thread_, now);
  for (const Waiter& waiter : pending_.take_if([now](const Waiter& each) { return now >= each.deadline; }))
    answer(waiter, undecided(waiter.entrance->lane.source()), Code::undecided);
}

void Gate::answer(const Waiter& waiter, rules::Answer answer, Code code, bool repeat) {
  const Micros took = grounds_.clock.steady() - waiter.started;
  waiter.entrance->counts->count(code, repeat, took);
  const Passage passage{.source = waiter.entrance->lane.source().name.text,
                        .event_id = waiter.echo.event_id.text,
                        .outcome = outcome_label_text(outcome_label(code, repeat)),
                        .status = answer.status,
                        .took = took,
                        .caller = waiter.caller,
                        .request_id = waiter.request_id,
                        .trace_id = waiter.trace ? std::string_view{waiter.trace->id} : std::string_view{},
                        .body_bytes = waiter.body_bytes};
  if (row(code).kind == Kind::refused)
    tell_of_stranger(passage);
  else if (grounds_.watch)
    grounds_.watch(passage);
  if (fails(Step::before_answer)) answer = undecided(waiter.entrance->lane.source());
  net::Response response = response_of(std::move(answer));
  response.close = code == Code::draining;
  if (waiter.trace) response.headers.emplace_back("traceparent", waiter.trace->parent(waiter.request_id));
  waiter.reply.send(std::move(response));
}

// What is not signed anyone can send, as fast as they like.
void Gate::tell_of_stranger(const Passage& passage) {
  if (grounds_.watch && strangers_told_.take(refusals_told, grounds_.clock.steady()) == Micros{0}) grounds_.watch(passage);
}

std::shared_ptr<Gate::Entrance> Gate::find(std::string_view path) const {
  if (!path.starts_with(in_prefix)) return nullptr;
  const auto found = entrances_.find(path.substr(in_prefix.size()));
  return found == entrances_.end() ? nullptr : found->second;
}

namespace {

net::Response response_of(rules::Answer answer) {
  return {.status = answer.status, .headers = std::move(answer.headers), .body = std::move(answer.body)};
}

rules::Answer undecided(const Source& source) {
  return rules::retry_later(Code::undecided, retry_after, "not decided in time; the next delivery gets what was decided",
                            *source.policy);
}

}  // namespace

}  // namespace senja::inbound
