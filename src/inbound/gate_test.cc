#include "inbound/gate.h"

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

  const net::Caller caller{.address = net::IpAddress::parse("203.0.113.7").value()};
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
  std::uint64_t counted(Code code, bool repeat = false) const {
    return counts.totals()[0].outcomes[outcome_label(code, repeat)];
  }

  SimClock clock;
  TinyStore store;
  std::atomic<bool> draining = false;
  Grounds grounds{{testing::rewards_source(Answers::strict)}, store, clock, draining};
  Counts counts{1};
  Gate gate{*this, grounds, counts.add_thread()};
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
