// One suite, every engine: what any store must do, whatever is behind it. An engine calls it with a factory.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "clock/sim_clock.h"
#include "store/open.h"
#include "vocabulary/event_builder.h"

namespace senja::store::conformance {

using namespace std::chrono_literals;

// One engine under test: its name, the settings it is opened with, and how a test asks its database.
struct Engine {
  std::string name;
  bool survives_reopen = true;
  std::function<std::string()> fresh_url;                                         // a database of its own for each test
  std::function<std::int64_t(const Opened& opened, const std::string& sql)> ask;  // one integer; NULL is -1
};

// Fails the nth reach of a step, once.
class FailingProbe final : public Probe {
 public:
  void fail_at(Step step, int nth = 1) {
    step_ = step;
    left_ = nth;
  }
  bool fails(Step step) override {
    if (step != step_ || left_ == 0) return false;
    --left_;
    return left_ == 0;
  }

 private:
  std::optional<Step> step_;
  int left_ = 0;
};

// Collects verdicts by token.
class Answers final : public Completions {
 public:
  void deliver(std::vector<Settled> settled) override;
  std::map<std::uint64_t, rules::Verdict> take();
  std::size_t batches() const { return batches_; }

 private:
  std::mutex mutex_;
  std::map<std::uint64_t, rules::Verdict> verdicts_;
  std::size_t batches_ = 0;
};

// Policies as the quick-start has them: a claim (expected versions), bookings (latest), strict orders, credits (an effect).
std::shared_ptr<rules::Policy> claims();
std::shared_ptr<rules::Policy> bookings();
std::shared_ptr<rules::Policy> orders();
std::shared_ptr<rules::Policy> credits();
inline constexpr const char* user_schema =
    "CREATE TABLE IF NOT EXISTS balances (user_id TEXT PRIMARY KEY, credit INTEGER NOT NULL CHECK (credit >= 0));"
    "CREATE TABLE IF NOT EXISTS parents (id INTEGER PRIMARY KEY);"
    "CREATE TABLE IF NOT EXISTS children (id INTEGER PRIMARY KEY, parent INTEGER REFERENCES parents (id) DEFERRABLE "
    "INITIALLY DEFERRED);";

class Conformance : public ::testing::TestWithParam<Engine> {
 protected:
  void SetUp() override;

  // Before open(): what the settings say beside the defaults.
  std::vector<std::shared_ptr<rules::Policy>> policies{claims(), bookings(), orders(), credits()};
  Settings settings;
  SimClock clock{WallTime{1'700'000'000s}};
  FailingProbe probe;
  Answers answers;
  std::unique_ptr<Opened> opened;

  void open(Threading threading = Threading::by_hand);
  void reopen();

  // Submits, commits, returns the verdicts in the order submitted.
  std::vector<rules::Verdict> settle(std::vector<rules::Intent> intents);
  rules::Verdict settle(rules::Intent intent);
  void submit(rules::Intent intent, std::uint64_t token);

  // An event that lives for ten minutes from now.
  senja::testing::EventBuilder event(const std::string& id) const;
  senja::testing::EventBuilder claim(const std::string& id, const std::string& resource, std::int64_t version) const;
  senja::testing::EventBuilder credit(const std::string& id, const std::string& user, std::int64_t amount) const;
  rules::Verdict put(const std::string& resource, const std::string& state, std::int64_t version);
  rules::EventIntent intent(const testing::EventBuilder& event, std::size_t policy) const {
    return event.intent(policies[policy]);
  }

  std::int64_t ask(const std::string& sql) const { return GetParam().ask(*opened, sql); }
  std::int64_t credit_of(const std::string& user) const;
  static constexpr std::size_t claims_at = 0, bookings_at = 1, orders_at = 2, credits_at = 3;

 private:
  std::uint64_t next_token_ = 1;
};

}  // namespace senja::store::conformance
