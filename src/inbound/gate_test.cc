#include "inbound/gate.h"
#include "inbound/silence.h"

#include <gtest/gtest.h>

#include <deque>
#include <map>

#include "clock/sim_clock.h"
#include "senja/rules/decide.h"
#include "vocabulary/rewards_source.h"

namespace senja::inbound {
namespace {

using namespace std::chrono_literals;
using testing::Claim;
using testing::signed_request;

// Decides with nothing but a ledger, and commits at once, or when told to.
class TinyStore final : public store::Store {
 public:
  void submit(rules::Intent intent, store::Ticket ticket) override {
    ++submitted;
    held_.emplace_back(std::move(intent), ticket);
    if (!slow) commit();
  }
  void commit() {
    for (; !held_.empty(); held_.pop_front()) {
      auto& [intent, ticket] = held_.front();
      ticket.to->deliver({{ticket.token, decide(intent)}});
    }
  }
  std::size_t lapse() override { return 0; }
  store::PurgeReport purge() override { return {}; }
  std::expected<void, std::string> adopt(const store::Settings&) override { return {}; }
  void accept_clock(rules::Actor) override {}
  store::Health health() const override { return {.accepting = accepting, .reasons = {}}; }
  void drain() override { commit(); }

  bool slow = false, accepting = true;
  std::size_t submitted = 0;
  StoreTime now;

 private:
  rules::Verdict decide(const rules::Intent& intent) {
    rules::Facts facts;
    facts.now = now;
    const auto* event = std::get_if<rules::EventIntent>(&intent);
    facts.resource = rules::Resource{.state = State{"PENDING"}, .version = 1, .revision = 1};
    if (event && ledger_.contains(event->key)) facts.record = ledger_[event->key];
    const rules::Change change = rules::decide(intent, facts);
    if (event && change.record)
      ledger_[event->key] = {change.verdict.code, event->fingerprint, change.record->version, change.record->memory_until};
    return change.verdict;
  }

  std::deque<std::pair<rules::Intent, store::Ticket>> held_;
  std::map<LedgerKey, rules::Record> ledger_;
};

struct GateTest : ::testing::Test, net::Loop, net::Replies {
  void post(std::move_only_function<void()> work) override { work(); }
  void send(const net::Reply& reply, net::Response response) override { responses[reply.request] = std::move(response); }

  GateTest() { store.now = StoreTime{clock.wall().time_since_epoch()}; }

  net::Caller caller{.address = net::IpAddress::parse("203.0.113.7").value(), .request_id = "0123456789abcdef"};
  void change(const std::function<void(Source&)>& edit);
  std::uint64_t refused(Refusal why) {
    return standings.of("rewards", clock.steady())->totals().refusals[static_cast<std::size_t>(why)];
  }
  // What a session does with a request; the answer, if there is one yet.
  std::optional<net::Response> deliver(RawRequest request) {
    RawRequest head = request;
    const net::Announced body{.content_length = std::exchange(head.body, {}).size()};
    auto judged = gate.judge_head(head, body, caller);
    if (auto* early = std::get_if<net::Response>(&judged)) return *early;
    gate.handle(std::move(request), caller, {this, 1, ++requests});
    const auto found = responses.find(requests);
    return found == responses.end() ? std::nullopt : std::optional{found->second};
  }
  std::optional<net::Response> deliver(const Claim& claim) { return deliver(signed_request(body_of(claim), clock.wall())); }
  Claim claim(std::string event_id = "e1") const {
    return {.event_id = std::move(event_id), .issued_at = clock.wall(), .expires_at = clock.wall() + 60s};
  }
  static RawRequest plain(std::string method, std::string target) {
    RawRequest request;
    request.method = std::move(method);
    request.target = std::move(target);
    return request;
  }
  std::uint64_t counted(Code code, bool repeat = false) {
    return standings.of("rewards", clock.steady())->totals().outcomes[outcome_label(code, repeat)];
  }

  SimClock clock;
  TinyStore store;
  std::atomic<bool> draining = false;
  Standings standings{1};
  Pulse pulse{1, clock.steady()};
  Roster roster{{testing::rewards_source(Answers::strict)}};
  Grounds grounds{roster,
                  store,
                  clock,
                  draining,
                  standings,
                  pulse,
                  [this] {
                    return readiness(store.health(), {.draining = draining}); }};
  Gate gate{*this, grounds, 0};
  std::map<std::uint64_t, net::Response> responses;
  std::uint64_t requests = 0;
};

std::string header(const net::Response& response, std::string_view name) {
  for (const auto& [each, value] : response.headers)
    if (same_name(each, name)) return value;
  return {};
}

TEST_F(GateTest, AnEventIsAppliedAndItsRepeatSaysSo) {
  const auto first = deliver(claim());
  ASSERT_TRUE(first);
  EXPECT_EQ(first->status, 200);
  EXPECT_EQ(first->body, R"({"status":"applied","event_id":"e1","version":2})");
  EXPECT_EQ(header(*first, "senja-replay"), "");

  const auto again = deliver(claim());
  EXPECT_EQ(again->status, 200);
  EXPECT_EQ(header(*again, "senja-replay"), "true");
  EXPECT_EQ(counted(Code::applied), 1u);
  EXPECT_EQ(counted(Code::applied, true), 1u);
}

TEST_F(GateTest, AnExpiredEventIsAnsweredByTheSourcesPolicy) {
  const Claim late{.issued_at = clock.wall() - 700s, .expires_at = clock.wall() - 600s};
  EXPECT_EQ(deliver(late)->status, 410);
}

TEST_F(GateTest, ARejectedRequestIsAnsweredOnceItsLetterIsDurable) {
  store.slow = true;
  EXPECT_FALSE(deliver(signed_request("not json", clock.wall())));
  store.commit();
  EXPECT_EQ(responses.at(1).status, 400);
  EXPECT_EQ(counted(Code::rejected), 1u);
}

TEST_F(GateTest, AForgedRequestNeverReachesTheStore) {
  RawRequest request = signed_request(body_of(claim()), clock.wall());
  request.body += ' ';
  EXPECT_EQ(deliver(std::move(request))->status, 401);
  EXPECT_EQ(store.submitted, 0u);
  EXPECT_EQ(counted(Code::signature), 1u);
}

TEST_F(GateTest, OPS05_BeyondAnswerWithinTheAnswerIsUndecided) {
  store.slow = true;
  const Claim slow = claim();
  EXPECT_FALSE(deliver(slow));
  clock.advance(2499ms);
  gate.tick(clock.steady());
  EXPECT_TRUE(responses.empty());
  clock.advance(1ms);
  gate.tick(clock.steady());
  EXPECT_EQ(responses.at(1).status, 503);
  EXPECT_NE(header(responses.at(1), "retry-after"), "");
  EXPECT_EQ(counted(Code::undecided), 1u);

  responses.clear();
  store.slow = false;
  store.commit();
  EXPECT_TRUE(responses.empty()) << "the late verdict finds nobody";
  EXPECT_EQ(header(*deliver(slow), "senja-replay"), "true") << "the next delivery gets what was recorded";
}

TEST_F(GateTest, PAR13_UnknownPathsAndMethodsAreAnsweredFromTheHead) {
  EXPECT_EQ(deliver(plain("POST", "/in/nobody"))->status, 404);
  EXPECT_EQ(deliver(plain("POST", "/in/rewards/"))->status, 404);
  EXPECT_EQ(deliver(plain("GET", "/"))->status, 404);
  const auto wrong = deliver(plain("GET", "/in/rewards"));
  EXPECT_EQ(wrong->status, 405);
  EXPECT_EQ(header(*wrong, "allow"), "POST");
  EXPECT_EQ(deliver(plain("POST", "/in/rewards"))->status, 401) << "no signature header";
}

TEST_F(GateTest, PAR08_ABodyOverTheSourcesLimitIsRefusedFromTheHead) {
  EXPECT_EQ(deliver(signed_request(std::string(4097, ' '), clock.wall()))->status, 413);
  EXPECT_EQ(deliver(signed_request(std::string(4096, ' '), clock.wall()))->status, 400) << "taken, and not JSON";
}

TEST_F(GateTest, EncodedBodiesAreNotTaken) {
  RawRequest request = signed_request(body_of(claim()), clock.wall());
  request.headers.add("Content-Encoding", "gzip");
  EXPECT_EQ(deliver(std::move(request))->status, 415);
}

// A copy of the source with other settings, from here on.
void GateTest::change(const std::function<void(Source&)>& edit) {
  Source changed = *roster.now()->front();
  edit(changed);
  roster.set({std::make_shared<const Source>(std::move(changed))});
  gate.use(*roster.now());
}

std::vector<net::IpRange> ranges(std::string_view text) { return {net::IpRange::parse(text).value()}; }

TEST_F(GateTest, OnlyListedAddressesMaySend) {
  change([](Source& source) { source.allow_from = ranges("203.0.113.0/24"); });
  EXPECT_EQ(deliver(claim())->status, 200);
  change([](Source& source) { source.allow_from = ranges("198.51.100.0/24"); });
  EXPECT_EQ(deliver(claim())->status, 403);
  EXPECT_EQ(refused(Refusal::address), 1u);
  EXPECT_EQ(deliver(plain("GET", "/readyz"))->status, 200) << "health is everybody's";
}

TEST_F(GateTest, AClientCertificateIsWantedForOneOfTheNames) {
  change([](Source& source) { source.certificate.emplace(); });
  EXPECT_EQ(deliver(claim("e1"))->status, 403);
  const net::Certificate shown{"sender", {"sender.example", "spiffe://example/sender"}};
  caller.certificate = &shown;
  EXPECT_EQ(deliver(claim("e2"))->status, 200);
  change([](Source& source) { source.certificate->names = {"other.example", "spiffe://example/sender"}; });
  EXPECT_EQ(deliver(claim("e3"))->status, 200);
  change([](Source& source) { source.certificate->names = {"Sender.example", "sender"}; });
  EXPECT_EQ(deliver(claim("e4"))->status, 403) << "names are compared exactly";
  EXPECT_EQ(refused(Refusal::certificate), 2u);
}

TEST_F(GateTest, ASourceTakesNoMoreThanItsRate) {
  change([](Source& source) { source.rate = Rate{2, 2}; });
  EXPECT_EQ(deliver(claim("e1"))->status, 200);
  EXPECT_EQ(deliver(claim("e2"))->status, 200);
  const auto refused_one = deliver(claim("e3"));
  EXPECT_EQ(refused_one->status, 429);
  EXPECT_EQ(header(*refused_one, "retry-after"), "1");
  clock.advance(500ms);
  EXPECT_EQ(deliver(claim("e3"))->status, 200);
  EXPECT_EQ(refused(Refusal::rate), 1u);
}

// SPEC 2.0: 404, 403, 405, 413, 415, 429, 401.
TEST_F(GateTest, TheFirstReasonInOrderIsTheAnswer) {
  RawRequest request = plain("GET", "/in/rewards");
  request.body = std::string(5000, ' ');
  request.headers.add("content-encoding", "br");
  change([](Source& source) {
    source.allow_from = ranges("198.51.100.0/24");
    source.rate = Rate{1, 1};
  });
  const auto answered = [&] { return deliver(request)->status; };
  request.target = "/in/nobody";
  EXPECT_EQ(answered(), 404);
  request.target = "/in/rewards";
  EXPECT_EQ(answered(), 403);
  change([](Source& source) { source.allow_from.clear(); });
  EXPECT_EQ(answered(), 405);
  request.method = "POST";
  EXPECT_EQ(answered(), 413);
  request.body.resize(10);
  EXPECT_EQ(answered(), 415);
  request.headers = {};
  EXPECT_EQ(answered(), 401) << "within its rate";
  EXPECT_EQ(answered(), 429);
}

TEST_F(GateTest, ATraceIsCarriedThrough) {
  RawRequest request = signed_request(body_of(claim()), clock.wall());
  request.headers.add("traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01");
  std::string seen;
  grounds.watch = [&seen](const Passage& passage) {
    seen = std::string{passage.trace_id} + " " + std::string{passage.request_id} + " " + passage.caller.text();
  };
  EXPECT_EQ(header(*deliver(std::move(request)), "traceparent"), "00-4bf92f3577b34da6a3ce929d0e0e4736-0123456789abcdef-01");
  EXPECT_EQ(seen, "4bf92f3577b34da6a3ce929d0e0e4736 0123456789abcdef 203.0.113.7");
}

TEST_F(GateTest, WhatIsUnderWayEndsAsItBegan) {
  store.slow = true;
  EXPECT_FALSE(deliver(claim()));
  change([](Source& source) { source.name = SourceName{"renamed"}; });
  store.commit();
  EXPECT_EQ(responses.at(1).status, 200);
  EXPECT_EQ(deliver(claim("e2"))->status, 404);
  gate.handle(signed_request(body_of(claim("e3")), clock.wall()), caller, {this, 1, ++requests});
  EXPECT_EQ(responses.at(requests).status, 404) << "its head was judged before the reload";
  EXPECT_EQ(store.submitted, 1u);
}

TEST_F(GateTest, StrangersDoNotFillTheLog) {
  std::size_t lines = 0;
  grounds.watch = [&lines](const Passage&) { ++lines; };
  for (int i = 0; i < 1'000; ++i) deliver(plain("POST", "/in/rewards"));
  EXPECT_EQ(lines, 20u);
  EXPECT_EQ(counted(Code::signature), 1'000u);
  for (int i = 0; i < 50; ++i) deliver(claim("e" + std::to_string(i)));
  EXPECT_EQ(lines, 70u) << "what is signed is told in full";
}

TEST_F(GateTest, OPS04_AThreadThatGoesNowhereIsNoticed) {
  clock.advance(pulse_missed_after - 1us);
  EXPECT_TRUE(pulse.steady(clock.steady()));
  clock.advance(1us);
  EXPECT_FALSE(pulse.steady(clock.steady()));
  gate.tick(clock.steady());
  EXPECT_TRUE(pulse.steady(clock.steady()));
}

TEST_F(GateTest, ASilentSourceIsNoticed) {
  change([](Source& source) { source.expect_every = 1h; });
  const auto noticed = [&] { return silences(*roster.now(), standings, clock.steady()); };
  clock.advance(1h);
  EXPECT_TRUE(noticed().empty());
  clock.advance(65min);
  ASSERT_EQ(noticed().size(), 1u);
  EXPECT_EQ(noticed()[0].sentence(), "the source rewards has been silent for 2h 5m; expected every 1h");
  deliver(plain("POST", "/in/rewards"));
  EXPECT_EQ(noticed().size(), 1u) << "anyone can knock";
  deliver(claim());
  EXPECT_TRUE(noticed().empty());
}

TEST_F(GateTest, GzipBodiesAreTakenWhereTheSourceAllowsThem) {
  change([](Source& source) { source.gzip = true; });
  RawRequest request = signed_request(body_of(claim()), clock.wall());
  request.headers.add("Content-Encoding", "gzip");
  EXPECT_EQ(deliver(std::move(request))->status, 400) << "it is none, and what is signed has a dead letter";
  request = signed_request(body_of(claim("e2")), clock.wall());
  request.headers.add("Content-Encoding", "br");
  EXPECT_EQ(deliver(std::move(request))->status, 415);
}

TEST_F(GateTest, APolicyMaySayHowItsPausesAreAnswered) {
  change([](Source& source) {
    auto policy = *source.policy;
    policy.answer_overrides[Code::draining] = {.status = 429, .body = {}, .content_type = {}};
    policy.answer_overrides[Code::signature] = {.status = 403, .body = "no", .content_type = "text/plain"};
    source.policy = std::make_shared<const rules::Policy>(std::move(policy));
  });
  draining = true;
  EXPECT_EQ(deliver(claim())->status, 429);
  const auto forged = deliver(plain("POST", "/in/rewards"));
  EXPECT_EQ(forged->status, 403);
  EXPECT_EQ(forged->body, "no");
  EXPECT_EQ(header(*forged, "content-type"), "text/plain");
}

TEST_F(GateTest, AQueryDoesNotChangeTheSource) {
  RawRequest request = signed_request(body_of(claim()), clock.wall());
  request.target += "?a=b";
  EXPECT_EQ(deliver(std::move(request))->status, 200);
}

TEST_F(GateTest, WhileDrainingNewEventsAreSentAway) {
  draining = true;
  const auto response = deliver(claim());
  EXPECT_EQ(response->status, 503);
  EXPECT_TRUE(response->close);
  EXPECT_EQ(store.submitted, 0u);
  EXPECT_EQ(counted(Code::draining), 1u);
  EXPECT_EQ(deliver(plain("GET", "/readyz"))->status, 503);
  EXPECT_EQ(deliver(plain("GET", "/healthz"))->status, 200);
}

TEST_F(GateTest, ReadyzSpeaksForTheStore) {
  EXPECT_EQ(deliver(plain("GET", "/readyz"))->status, 200);
  EXPECT_EQ(deliver(plain("HEAD", "/readyz"))->status, 200);
  store.accepting = false;
  EXPECT_EQ(deliver(plain("GET", "/readyz"))->status, 503);
  EXPECT_EQ(deliver(plain("POST", "/readyz"))->status, 405);
}

// A step that fails leaves the event undecided; what the store did not see is applied by the next delivery.
class FailsAt final : public Probe {
 public:
  explicit FailsAt(Step step) : step_(step) {}
  bool fails(Step step) override { return armed && step == step_; }
  bool armed = true;

 private:
  Step step_;
};

TEST_F(GateTest, IDM01_AFailureAtAnyStepBeforeTheStoreIsUndone) {
  for (const Step step : {Step::after_read, Step::after_verify}) {
    FailsAt probe{step};
    grounds.probe = &probe;
    EXPECT_EQ(deliver(claim("before"))->status, 503);
    EXPECT_EQ(store.submitted, 0u);
    grounds.probe = nullptr;
  }
  EXPECT_EQ(header(*deliver(claim("before")), "senja-replay"), "");
}

TEST_F(GateTest, IDM02_AnAnswerLostAfterTheCommitIsGivenAsARepeat) {
  FailsAt probe{Step::before_answer};
  grounds.probe = &probe;
  EXPECT_EQ(deliver(claim())->status, 503);
  grounds.probe = nullptr;
  EXPECT_EQ(header(*deliver(claim()), "senja-replay"), "true");
}

TEST_F(GateTest, WhoWatchesSeesNoPayload) {
  std::vector<std::string> seen;
  grounds.watch = [&seen](const Passage& passage) {
    seen.push_back(std::string{passage.source} + " " + std::string{passage.event_id} + " " + std::string{passage.outcome} +
                   " " + std::to_string(passage.status));
  };
  deliver(claim());
  deliver(claim());
  EXPECT_EQ(seen, (std::vector<std::string>{"rewards e1 applied 200", "rewards e1 duplicate 200"}));
}

}  // namespace
}  // namespace senja::inbound
