#include "sources.h"

#include <initializer_list>
#include <stdexcept>
#include <utility>

#include "senja/signature/catalogue.h"

namespace senja::simulate {

using namespace std::chrono_literals;

namespace {

std::shared_ptr<const inbound::Source> make(std::shared_ptr<rules::Policy> policy, contract::Contract contract);
contract::Contract read_fields(std::initializer_list<const char*> names, bool with_expiry);
std::shared_ptr<rules::Policy> policy_of(const char* source);
std::vector<rules::Effect> effects(std::vector<Action> on);

}  // namespace

const char* const user_schema = R"sql(
CREATE TABLE IF NOT EXISTS users  (id TEXT PRIMARY KEY);
CREATE TABLE IF NOT EXISTS purses (user_id TEXT PRIMARY KEY, credit INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS entries (
  event_id TEXT NOT NULL,
  user_id  TEXT NOT NULL REFERENCES users (id) DEFERRABLE INITIALLY DEFERRED,
  amount   INTEGER NOT NULL CHECK (amount < 100)
);
CREATE INDEX IF NOT EXISTS entries_by_event ON entries (event_id);
INSERT OR IGNORE INTO users VALUES ('u0'), ('u1'), ('u2'), ('u3'), ('u4'), ('u5'), ('u6'), ('u7');
INSERT OR IGNORE INTO purses VALUES ('u0', 0), ('u1', 0), ('u2', 0), ('u3', 0), ('u4', 0), ('u5', 0), ('u8', 0), ('u9', 0);
)sql";

std::vector<std::shared_ptr<const inbound::Source>> make_sources() {
  const Action open{"OPEN"}, claim{"CLAIM"}, back{"RELEASE"}, end{"CLOSE"};
  const State pending{"PENDING"}, claimed{"CLAIMED"}, closed{"CLOSED"};

  auto claims = policy_of("claims");
  claims->version = rules::VersionMeans::expected;
  claims->answers = Answers::strict;
  claims->unknown_action = rules::UnknownAction::refuse;
  claims->transitions = {{open, {{}, pending, true}}, {claim, {{pending}, claimed}}, {back, {{claimed}, pending}}};

  auto bookings = policy_of("bookings");
  bookings->version = rules::VersionMeans::latest;
  bookings->time.in_doubt = rules::InDoubt::refuse;
  bookings->transitions = {
      {open, {{pending, closed}, pending, true}}, {claim, {{pending}, claimed}}, {end, {{pending, claimed}, closed}}};

  auto steps = policy_of("steps");
  steps->version = rules::VersionMeans::strict;
  steps->transitions = {
      {open, {{pending, claimed}, pending, true}}, {claim, {{pending}, claimed}}, {back, {{claimed}, pending}}};
  steps->effects = effects({open, claim});

  auto credits = policy_of("credits");
  credits->reads_action = false;
  credits->time.remember_for = 20min;
  credits->time.max_age = 20min - 2 * credits->time.margin;
  credits->effects = effects({});

  const auto full = {"event_id", "resource_id", "action", "version", "issued_at", "expires_at"};
  return {make(claims, read_fields(full, true)), make(bookings, read_fields(full, true)),
          make(steps, read_fields(full, true)), make(credits, read_fields({"event_id", "issued_at"}, false))};
}

namespace {

contract::Place at(const char* pointer) { return *contract::parse_place(pointer); }

contract::Contract read_fields(std::initializer_list<const char*> names, bool with_expiry) {
  contract::Contract contract;
  contract.event_id = at("/event_id");
  contract.issued_at = contract::TimeField{at("/issued_at"), contract::TimeUnit::s};
  if (with_expiry) {
    contract.resource_id = at("/resource_id");
    contract.action = at("/action");
    contract.version = at("/version");
    contract.expires_at = contract::TimeField{at("/expires_at"), contract::TimeUnit::s};
  }
  contract.required.assign(names.begin(), names.end());
  contract.picks = {{contract::Pick::Type::text, at("/user"), true, std::nullopt, {}},
                    {contract::Pick::Type::integer, at("/amount"), true, std::nullopt, {}}};
  return contract;
}

std::shared_ptr<rules::Policy> policy_of(const char* source) {
  auto policy = std::make_shared<rules::Policy>();
  policy->source = SourceName{source};
  policy->reads_action = true;
  policy->time.margin = 5s;
  policy->time.grace = 2min;  // short, so that a life sees memory end
  policy->abandon_after = 10min;
  return policy;
}

std::vector<rules::Effect> effects(std::vector<Action> on) {
  rules::Effect entry;
  entry.on = on;
  entry.sql = "INSERT INTO entries (event_id, user_id, amount) VALUES (:senja_event_id, :user, :amount)";
  entry.binds = {{"user", 0}, {"amount", 1}};
  entry.expect_rows = 1;
  rules::Effect purse;
  purse.on = std::move(on);
  purse.sql = "UPDATE purses SET credit = credit + :amount WHERE user_id = :user";
  purse.binds = {{"user", 0}, {"amount", 1}};
  purse.expect_rows = 1;
  return {entry, purse};
}

std::shared_ptr<const inbound::Source> make(std::shared_ptr<rules::Policy> policy, contract::Contract contract) {
  auto scheme = signature::compile(*signature::find_scheme("sha256-body"));
  auto reader = contract::Reader::make(std::move(contract));
  if (!scheme || !reader) throw std::logic_error("the simulated sources are unsound");
  auto source = std::make_shared<inbound::Source>();
  source->name = policy->source;
  source->scheme = std::move(*scheme);
  source->secrets = {{Secret{source_secret}, std::nullopt, std::nullopt}};
  source->reader = std::make_shared<const contract::Reader>(std::move(*reader));
  source->policy = std::move(policy);
  return source;
}

}  // namespace
}  // namespace senja::simulate
