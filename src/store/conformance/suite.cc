#include "store/conformance/suite.h"

#include <algorithm>
#include <utility>

namespace senja::store::conformance {

using senja::testing::an_event;
using senja::testing::EventBuilder;

void Answers::deliver(std::vector<Settled> settled) {
  const std::lock_guard lock{mutex_};
  ++batches_;
  for (Settled& each : settled)
    EXPECT_TRUE(verdicts_.emplace(each.token, std::move(each.verdict)).second) << "answered twice";
}

std::map<std::uint64_t, rules::Verdict> Answers::take() {
  const std::lock_guard lock{mutex_};
  return std::exchange(verdicts_, {});
}

std::shared_ptr<rules::Policy> claims() {
  auto policy = std::make_shared<rules::Policy>();
  policy->source = {"rewards"};
  policy->reads_action = true;
  policy->version = rules::VersionMeans::expected;
  policy->unknown_action = rules::UnknownAction::refuse;
  policy->transitions[{"CLAIM"}] = {{{"PENDING"}}, {"CLAIMED"}, false};
  policy->transitions[{"CREATE"}] = {{}, {"PENDING"}, true};
  return policy;
}

std::shared_ptr<rules::Policy> bookings() {
  auto policy = std::make_shared<rules::Policy>();
  policy->source = {"bookings"};
  policy->reads_action = true;
  policy->version = rules::VersionMeans::latest;
  policy->transitions[{"CONFIRM"}] = {{{"PENDING"}}, {"CONFIRMED"}, false};
  policy->transitions[{"CANCEL"}] = {{{"PENDING"}, {"CONFIRMED"}}, {"CANCELLED"}, false};
  return policy;
}

std::shared_ptr<rules::Policy> orders() {
  auto policy = std::make_shared<rules::Policy>();
  policy->source = {"orders"};
  policy->reads_action = true;
  policy->version = rules::VersionMeans::strict;
  policy->transitions[{"STEP"}] = {{{"OPEN"}}, {"OPEN"}, true};
  return policy;
}

std::shared_ptr<rules::Policy> credits() {
  auto policy = std::make_shared<rules::Policy>();
  policy->source = {"credits"};
  rules::Effect effect;
  effect.sql =
      "INSERT INTO balances (user_id, credit) VALUES (:user, :amount) "
      "ON CONFLICT (user_id) DO UPDATE SET credit = balances.credit + excluded.credit";
  effect.binds = {{"user", 0}, {"amount", 1}};
  effect.expect_rows = 1;
  policy->effects.push_back(effect);
  return policy;
}

void Conformance::SetUp() {
  settings.url = GetParam().fresh_url();
  settings.schema_sql = user_schema;
  settings.schema_name = "user.sql";
}

void Conformance::open(Threading threading) {
  settings.policies.assign(policies.begin(), policies.end());
  auto result = store::open(settings, clock, &probe, threading);
  ASSERT_TRUE(result.has_value()) << result.error().problem;
  opened = std::move(*result);
}

void Conformance::reopen() {
  opened.reset();
  open();
}

void Conformance::submit(rules::Intent intent, std::uint64_t token) {
  opened->store().submit(std::move(intent), {&answers, token});
}

std::vector<rules::Verdict> Conformance::settle(std::vector<rules::Intent> intents) {
  const std::uint64_t first = next_token_;
  for (rules::Intent& intent : intents) submit(std::move(intent), next_token_++);
  while (opened->run_once() > 0) {
  }
  auto settled = answers.take();
  EXPECT_EQ(settled.size(), intents.size());
  std::vector<rules::Verdict> verdicts;
  verdicts.reserve(intents.size());
  for (std::size_t i = 0; i < intents.size(); ++i) verdicts.push_back(settled[first + i]);
  return verdicts;
}

rules::Verdict Conformance::settle(rules::Intent intent) {
  std::vector<rules::Intent> one;
  one.reserve(1);
  one.push_back(std::move(intent));
  return settle(std::move(one)).front();
}

EventBuilder Conformance::event(const std::string& id) const {
  return an_event(id).received_at(clock.wall()).issued_at(clock.wall()).expires_at(clock.wall() + 10min);
}

EventBuilder Conformance::claim(const std::string& id, const std::string& resource, std::int64_t version) const {
  return event(id).on(resource).doing("CLAIM").version(version);
}

EventBuilder Conformance::credit(const std::string& id, const std::string& user, std::int64_t amount) const {
  return event(id).pick(Scalar{user}).pick(Scalar{amount});
}

rules::Verdict Conformance::put(const std::string& resource, const std::string& state, std::int64_t version) {
  return settle(rules::PutIntent{{resource}, {state}, version, clock.wall() + 24h, std::nullopt, {"test", "set-up"}});
}

std::int64_t Conformance::credit_of(const std::string& user) const {
  return ask("SELECT coalesce(max(credit), 0) FROM balances WHERE user_id = '" + user + "'");
}

}  // namespace senja::store::conformance
