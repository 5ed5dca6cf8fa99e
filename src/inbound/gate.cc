#include "inbound/gate.h"

#include <chrono>
#include <utility>

#include "inbound/readiness.h"

namespace senja::inbound {

namespace {

using namespace std::chrono_literals;

constexpr std::string_view in_prefix = "/in/";
constexpr Micros retry_after = 5s;

bool is_health(std::string_view path) { return path == "/healthz" || path == "/readyz"; }
bool reads(std::string_view method) { return method == "GET" || method == "HEAD"; }
net::Response response_of(rules::Answer answer);
net::Response not_allowed(std::string allow);
rules::Answer undecided();

}  // namespace

Gate::Gate(net::Loop& loop, const Grounds& grounds, SourceCounts* counts)
    : grounds_(grounds), settling_(loop, [this](const store::Settled& settled) { settle(settled); }) {
  for (const auto& source : grounds.sources) entrances_.emplace(source->name.text, Entrance{Lane{source}, counts++});
}

std::variant<std::size_t, net::Response> Gate::judge_head(const RawRequest& head, const net::Announced& body,
                                                          const net::Caller&) {
  const std::string_view path = head.path();
  if (is_health(path)) {
    if (!reads(head.method)) return not_allowed("GET, HEAD");
    return std::size_t{0};
  }
  Entrance* entrance = find(path);
  if (!entrance) return net::refusal(404, "not_found", "there is nothing at this path");
  if (head.method != "POST") return not_allowed("POST");
  const std::size_t bytes_max = entrance->lane.source().body_bytes_max;
  if (body.content_length.value_or(0) > bytes_max)
    return net::refusal(413, "body_too_large", "the body is larger than this source takes");
  if (head.headers.first("content-encoding"))
    return net::refusal(415, "unsupported_media_type", "bodies are taken as they are, without a content-encoding");
  if (auto refused = entrance->lane.on_head(head.headers)) {
    entrance->counts->count(refused->code, false, Micros{0});
    return response_of(std::move(refused->answer));
  }
  return bytes_max;
}

void Gate::handle(RawRequest request, const net::Caller&, net::Reply reply) {
  const std::string_view path = request.path();
  if (path == "/healthz") return reply.send(healthz());
  if (path == "/readyz") return reply.send(readyz(readiness(grounds_.store.health(), grounds_.draining)));
  Entrance& entrance = *find(path);  // judge_head found it
  receive(entrance, std::move(request), reply);
}

// The half of the road that lies before the store.
void Gate::receive(Entrance& entrance, RawRequest request, net::Reply reply) {
  const SteadyTime started = grounds_.clock.steady();
  Waiter waiter{reply, &entrance, {}, {}, started, started + entrance.lane.source().policy->answer_within};
  if (grounds_.draining)
    return answer(waiter, rules::retry_later(Code::draining, retry_after, "this process is ending"), Code::draining);
  if (fails(Step::after_read)) return answer(waiter, undecided(), Code::undecided);

  auto road = entrance.lane.on_request(std::move(request));
  if (auto* refused = std::get_if<Refused>(&road)) return answer(waiter, std::move(refused->answer), refused->code);
  if (fails(Step::after_verify)) return answer(waiter, undecided(), Code::undecided);

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
  for (const Waiter& waiter : pending_.take_if([now](const Waiter& each) { return now >= each.deadline; }))
    answer(waiter, undecided(), Code::undecided);
}

void Gate::answer(const Waiter& waiter, rules::Answer answer, Code code, bool repeat) {
  const Micros took = grounds_.clock.steady() - waiter.started;
  waiter.entrance->counts->count(code, repeat, took);
  if (grounds_.watch)
    grounds_.watch({waiter.entrance->lane.source().name.text, waiter.echo.event_id.text,
                    outcome_label_text(outcome_label(code, repeat)), answer.status, took});
  if (fails(Step::before_answer)) answer = undecided();
  net::Response response = response_of(std::move(answer));
  response.close = code == Code::draining;
  waiter.reply.send(std::move(response));
}

Gate::Entrance* Gate::find(std::string_view path) {
  if (!path.starts_with(in_prefix)) return nullptr;
  const auto found = entrances_.find(path.substr(in_prefix.size()));
  return found == entrances_.end() ? nullptr : &found->second;
}

namespace {

net::Response response_of(rules::Answer answer) {
  return {.status = answer.status, .headers = std::move(answer.headers), .body = std::move(answer.body)};
}

net::Response not_allowed(std::string allow) {
  net::Response response = net::refusal(405, "method_not_allowed", "this path takes " + allow);
  response.headers.emplace_back("allow", std::move(allow));
  return response;
}

rules::Answer undecided() {
  return rules::retry_later(Code::undecided, retry_after, "not decided in time; the next delivery gets what was decided");
}

}  // namespace

}  // namespace senja::inbound
