// What effects and answers are given, and what tells repeats apart.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "contract/reading.h"

namespace senja::contract {
namespace {

using Type = Pick::Type;

// The value picked from {"v": value}; nullopt: 422.
std::optional<Scalar> picked(std::string_view value, Type type) {
  Contract contract = bare();
  contract.picks = {pick("/v", type)};
  const auto event = read(contract, R"({"event_id":"e1","v":)" + std::string{value} + "}");
  if (event) return event->picks[0];
  EXPECT_EQ(event.error().violation.where, "/v");
  return std::nullopt;
}

TEST(Picks, EFF01_AmountsAreExactOrRefused) {
  struct Row {
    std::string_view sent;
    std::optional<Scalar> any, integer, number, text;
  };
  const std::int64_t large = 9'007'199'254'740'993;
  for (const auto& [sent, any, integer, number, text] : {
           Row{"12.34", NumberText{"12.34"}, {}, NumberText{"12.34"}, {}},
           Row{"1e2", NumberText{"1e2"}, {}, NumberText{"1e2"}, {}},
           Row{"9007199254740993", large, large, large, {}},
           Row{"\"12\"", "12", {}, {}, "12"},
           Row{"12.0", NumberText{"12.0"}, {}, NumberText{"12.0"}, {}},
           Row{"9223372036854775808", NumberText{"9223372036854775808"}, {}, NumberText{"9223372036854775808"}, {}},
           Row{"true", true, {}, {}, {}},
           Row{"{}", {}, {}, {}, {}},
           Row{"[1]", {}, {}, {}, {}},
           Row{"\"\\ud800\"", {}, {}, {}, {}},
       }) {
    EXPECT_EQ(picked(sent, Type::any), any) << sent;
    EXPECT_EQ(picked(sent, Type::integer), integer) << sent;
    EXPECT_EQ(picked(sent, Type::number), number) << sent;
    EXPECT_EQ(picked(sent, Type::text), text) << sent;
  }
  EXPECT_EQ(picked("false", Type::boolean), Scalar{false});
  EXPECT_EQ(picked("0", Type::boolean), std::nullopt);
}

TEST(Picks, PAR03_ATextMayHoldNul) { EXPECT_EQ(picked("\"a\\u0000\"", Type::text), Scalar{std::string("a\0", 2)}); }

TEST(Picks, MissingIsTheFallbackOrNothingOrRefused) {
  Contract contract = bare();
  contract.picks = {pick("/a"), pick("/b"), pick("/c", Type::integer)};
  contract.picks[0].required = false;
  contract.picks[1].fallback = Scalar{std::int64_t{7}};
  contract.picks[2].required = false;
  contract.picks[2].fallback = Scalar{std::monostate{}};
  for (const char* body : {R"({"event_id":"e1"})", R"({"event_id":"e1","a":null,"b":null,"c":null})"}) {
    const auto event = read(contract, body);
    ASSERT_TRUE(event) << refusal(event);
    EXPECT_EQ(event->picks,
              (std::vector<std::optional<Scalar>>{std::nullopt, Scalar{std::int64_t{7}}, Scalar{std::monostate{}}}));
  }
  contract.picks[1].fallback = std::nullopt;
  EXPECT_EQ(refusal(read(contract, R"({"event_id":"e1"})")), "422 /b: expected a single value, found missing");
}

TEST(Picks, AreReadForTheirActionsOnly) {
  Contract contract = bare();
  contract.action = place("/action");
  contract.picks = {pick("/amount", Type::integer)};
  contract.picks[0].on = {Action{"PAY"}, Action{"REFUND"}};
  EXPECT_EQ(read(contract, R"({"event_id":"e1","action":"PAY","amount":5})")->picks[0], Scalar{std::int64_t{5}});
  EXPECT_EQ(read(contract, R"({"event_id":"e1","action":"PING"})")->picks[0], std::nullopt);
  EXPECT_EQ(read(contract, R"({"event_id":"e1"})")->picks[0], std::nullopt);
  EXPECT_EQ(read(contract, R"({"event_id":"e1","action":"REFUND"})").error().violation.where, "/amount");
}

RC_GTEST_PROP(Picks, EveryIntegerComesThroughExactly, (std::int64_t integer)) {
  RC_ASSERT(picked(std::to_string(integer), Type::integer) == Scalar{integer});
}

Fingerprint fingerprint(const Contract& contract, std::string body) {
  const auto event = read(contract, std::move(body));
  return event && event->fingerprint ? *event->fingerprint : Fingerprint{};
}

TEST(Fingerprints, OfTheContractCoverAllThatItReadsAndNothingElse) {
  Contract contract = bare();
  contract.action = place("/a");
  contract.picks = {pick("/b")};
  contract.picks[0].required = false;
  contract.fingerprinting = Contract::Fingerprinting::contract;
  const auto first = fingerprint(contract, R"({"event_id":"e1","a":"x","b":1,"other":1})");
  EXPECT_EQ(first, fingerprint(contract, R"({ "b":1, "a":"x", "event_id":"e1", "sent_again":true })"));
  for (const char* other :
       {R"({"event_id":"e1","a":"y","b":1})", R"({"event_id":"e1","a":"x","b":2})", R"({"event_id":"e1","a":"x","b":1.0})",
        R"({"event_id":"e1","a":"x","b":"1"})", R"({"event_id":"e1","a":"x","b":null})", R"({"event_id":"e1","a":"x"})"})
    EXPECT_NE(first, fingerprint(contract, other)) << other;
}

TEST(Fingerprints, OfChosenPlacesCoverThoseWholeWithTheirContainers) {
  Contract contract = bare();
  contract.fingerprinting = Contract::Fingerprinting::chosen;
  contract.fingerprint = {place("/data"), place("/kind")};
  const auto first = fingerprint(contract, R"({"event_id":"e1","data":{"n":1},"kind":"k"})");
  EXPECT_EQ(first, fingerprint(contract, R"({"event_id":"e2","kind":"k","data":{"n":1},"at":5})"));
  EXPECT_NE(first, fingerprint(contract, R"({"event_id":"e1","data":{"n":2},"kind":"k"})"));
  EXPECT_NE(first, fingerprint(contract, R"({"event_id":"e1","data":{"n":1}})"));
  EXPECT_FALSE(read(contract, R"({"event_id":"e1","data":1,"data":2})"));
}

TEST(Fingerprints, DoNotRunTogether) {
  Contract contract = bare();
  contract.fingerprinting = Contract::Fingerprinting::chosen;
  contract.fingerprint = {place("header:a"), place("header:b")};
  const auto of = [&](std::vector<std::pair<std::string, std::string>> headers) {
    return read(contract, Sent{R"({"event_id":"e1"})", std::move(headers), "", ""})->fingerprint;
  };
  EXPECT_NE(of({{"a", "xy"}, {"b", ""}}), of({{"a", "x"}, {"b", "y"}}));
  EXPECT_NE(of({{"a", "x"}}), of({{"b", "x"}}));
  EXPECT_NE(of({{"a", "x"}, {"b", ""}}), of({{"a", "x"}}));
}

TEST(Fingerprints, MayBeNone) {
  Contract contract = bare();
  contract.fingerprinting = Contract::Fingerprinting::none;
  EXPECT_EQ(read(contract, R"({"event_id":"e1"})")->fingerprint, std::nullopt);
}

// What the store keeps is enough to read the same event again (replays, parked events).
TEST(Kept, AnEventReadAgainFromTheStoreIsTheSame) {
  Contract contract = bare("header:webhook-id");
  contract.action = place("query:kind");
  contract.picks = {pick("/v")};
  contract.fingerprinting = Contract::Fingerprinting::contract;
  const auto reader = Reader::make(contract);
  const auto first = read(contract, Sent{R"({"v":1.50})", {{"Webhook-Id", "m1"}, {"Cookie", "secret"}}, "kind=A%20B", ""});
  ASSERT_TRUE(first) << refusal(first);
  EXPECT_EQ(first->kept.context, "Webhook-Id: m1\n?kind=A%20B\n");
  const auto again = reader->read(signature::Recall::from_store(first->kept, arrival));
  ASSERT_TRUE(again) << refusal(again);
  EXPECT_EQ(again->event_id, first->event_id);
  EXPECT_EQ(again->action, first->action);
  EXPECT_EQ(again->picks, first->picks);
  EXPECT_EQ(again->fingerprint, first->fingerprint);
  EXPECT_EQ(again->kept, first->kept);
}

}  // namespace
}  // namespace senja::contract
