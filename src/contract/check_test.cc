#include "contract/check.h"

#include <gtest/gtest.h>

#include <functional>

#include "contract/reading.h"

namespace senja::contract {
namespace {

using namespace std::chrono_literals;

TEST(Check, PassesTheQuickStart) {
  EXPECT_EQ(problem_of(claims()), std::nullopt);
  EXPECT_TRUE(Reader::make(claims()));
}

TEST(Check, NamesWhatCannotBeMeant) {
  struct Row {
    std::string_view begins;
    std::function<void(Contract&)> breaks;
  };
  const std::vector<Row> rows{
      {"event_id: no place", [](Contract& c) { c.event_id = {}; }},
      {"event_id: either", [](Contract& c) { c.event_id_from_scheme = true; }},
      {"required: \"expires\" is no field", [](Contract& c) { c.required = {"expires"}; }},
      {"required: \"version\" has no place", [](Contract& c) { c.version.reset(); }},
      {"required: \"expires_at\" has no place", [](Contract& c) { c.expires_at.reset(); }},
      {"defaults: \"state\" is no field", [](Contract& c) { c.defaults["state"] = "x"; }},
      {"defaults: event_id can have none", [](Contract& c) { c.defaults["event_id"] = "x"; }},
      {"defaults: \"action\" has no place",
       [](Contract& c) { c.required = {}, c.action.reset(), c.defaults["action"] = "x"; }},
      {"defaults: action: expected text", [](Contract& c) { c.defaults["action"] = std::int64_t{1}; }},
      {"defaults: resource_id: expected", [](Contract& c) { c.defaults["resource_id"] = ""; }},
      {"defaults: version: expected", [](Contract& c) { c.defaults["version"] = std::int64_t{-1}; }},
      {"defaults: issued_at: expected", [](Contract& c) { c.defaults["issued_at"] = "now"; }},
      {"defaults: expires_at: expected", [](Contract& c) { c.defaults["expires_at"] = std::int64_t{0}; }},
      {"expires_at: from: no place", [](Contract& c) { c.derived_expiry[""] = {{}, 1h}; }},
      {"expires_at: from: a query", [](Contract& c) { c.derived_expiry[""] = {{place("query:t"), TimeUnit::s}, 1h}; }},
      {"expires_at: A: plus", [](Contract& c) { c.derived_expiry["A"] = {{place("/t"), TimeUnit::s}, 0s}; }},
      {"expires_at: plus", [](Contract& c) { c.derived_expiry[""] = {{place("/t"), TimeUnit::s}, -1s}; }},
      {"expires_at: plus", [](Contract& c) { c.derived_expiry[""] = {{place("/t"), TimeUnit::s}, 24h * 367}; }},
      {"expires_at: A: the contract names no action",
       [](Contract& c) { c.required = {}, c.action.reset(), c.derived_expiry["A"] = {{place("/t"), TimeUnit::s}, 1h}; }},
      {"/v: is read for some actions",
       [](Contract& c) { c.required = {}, c.action.reset(), c.picks = {pick("/v")}, c.picks[0].on = {Action{"A"}}; }},
      {"/v: default: expected an integer",
       [](Contract& c) { c.picks = {pick("/v", Pick::Type::integer)}, c.picks[0].fallback = Scalar{"1"}; }},
      {"bind: no place", [](Contract& c) { c.picks.emplace_back(); }},
      {"fingerprint:", [](Contract& c) { c.fingerprinting = Contract::Fingerprinting::chosen; }},
      {"fingerprint:", [](Contract& c) { c.fingerprint = {place("/a")}; }},
      {"resource_prefix: has to be", [](Contract& c) { c.resource_prefix = std::string(255, 'x'); }},
      {"resource_prefix: the contract names",
       [](Contract& c) { c.required = {}, c.resource_id.reset(), c.resource_prefix = "x"; }},
      {"form:v: the body cannot be a form", [](Contract& c) { c.picks = {pick("form:v")}; }},
      {"schema: A: the contract names no action",
       [](Contract& c) { c.required = {}, c.action.reset(), c.schemas["A"] = schema("{}"); }},
      {"schema: xxx", [](Contract& c) { c.schemas[std::string(65, 'x')] = schema("{}"); }},
      {"form:id: the body cannot be a form, because a schema",
       [](Contract& c) { c = bare("form:id"), c.schemas[""] = schema("{}"); }},
  };
  for (const auto& [begins, breaks] : rows) {
    Contract contract = claims();
    breaks(contract);
    const auto problem = problem_of(contract);
    ASSERT_TRUE(problem) << begins;
    EXPECT_EQ(problem->substr(0, begins.size()), begins);
    EXPECT_EQ(Reader::make(contract).error(), *problem);
  }
}

}  // namespace
}  // namespace senja::contract
