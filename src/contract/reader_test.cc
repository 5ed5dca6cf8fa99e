#include "senja/contract/reader.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "contract/reading.h"
#include "senja/model/limits.h"

namespace senja::contract {
namespace {

using namespace std::chrono_literals;

constexpr std::string_view claim =
    R"({"event_id":"e1","resource_id":"r1","action":"CLAIM","version":3,"issued_at":1700000000,"expires_at":1700000900})";

std::string with(std::string_view name, std::string_view value) {
  std::string body{claim};
  const auto at = body.find("\"" + std::string{name} + "\":") + name.size() + 3;
  const auto end = body.find_first_of(",}", at);
  return body.replace(at, end - at, value);
}
std::string without(std::string_view name) { return with(name, "null"); }

TEST(Reader, ReadsTheQuickStartsClaim) {
  const auto event = read(claims(), std::string{claim});
  ASSERT_TRUE(event) << refusal(event);
  EXPECT_EQ(event->event_id.text, "e1");
  EXPECT_EQ(event->resource_id->text, "r1");
  EXPECT_EQ(event->action->text, "CLAIM");
  EXPECT_EQ(event->version, 3);
  EXPECT_EQ(event->issued_at, arrival);
  EXPECT_EQ(event->expires_at, plus(arrival, 900s));
  EXPECT_EQ(event->received_at, arrival);
  EXPECT_EQ(event->fingerprint, fingerprint_of(claim));
  EXPECT_EQ(event->kept, (KeptRequest{.body = std::string{claim}, .context = ""}));
}

TEST(Reader, SIG13_KeepsTheBodyByteForByte) {
  const std::string body = " {\r\n\"z\":1.0,\"n\":1e2,\"u\":\"a\\/b\", \"event_id\" : \"e1\" }\r\n";
  const auto event = read(bare(), body);
  ASSERT_TRUE(event) << refusal(event);
  EXPECT_EQ(event->kept.body, body);
  EXPECT_EQ(read(bare(), "\xEF\xBB\xBF{}").error().kept.body, "\xEF\xBB\xBF{}");
}

TEST(Reader, SIG14_DoesNotReadTheBodyWhereTheContractReadsHeadersOnly) {
  const auto event = read(bare("header:webhook-id"), Sent{"not { json", {{"Webhook-Id", "m1"}}, "", ""});
  ASSERT_TRUE(event) << refusal(event);
  EXPECT_EQ(event->event_id.text, "m1");
  EXPECT_EQ(event->kept.context, "Webhook-Id: m1\n");
}

TEST(Reader, WhatIsNoJsonIsA400) {
  EXPECT_EQ(refusal(read(bare(), "{")),
            "400 body: expected JSON (RFC 8259) in UTF-8, nested at most 64 deep, found an end too early at byte 1");
  EXPECT_EQ(refusal(read(bare(), "\xEF\xBB\xBF{}")).substr(0, 3), "400");
  EXPECT_EQ(refusal(read(bare(), "{\"event_id\":\"\xFF\"}")).substr(0, 3), "400");
  EXPECT_EQ(refusal(read(bare(), std::string(65, '[') + std::string(65, ']'))).substr(0, 3), "400");
  EXPECT_EQ(refusal(read(bare(), "")).substr(0, 3), "400");
  EXPECT_EQ(refusal(read(bare(), "[]")).substr(0, 3), "422") << "JSON, but no event";
}

TEST(Reader, ViolationsNamePlaceExpectedAndFound) {
  EXPECT_EQ(refusal(read(claims(), with("version", "\"3\""))),
            "422 /version: expected an integer from 0 to 9223372036854775806, found text \"3\"");
  EXPECT_EQ(refusal(read(claims(), with("action", "7"))),
            "422 /action: expected text of 1 to 64 bytes without NUL, found integer 7");
  EXPECT_EQ(refusal(read(claims(), with("resource_id", "[1]"))),
            "422 /resource_id: expected text of 1 to 255 bytes without NUL, or an integer, found an array");
  EXPECT_EQ(refusal(read(claims(), with("action", "\"" + std::string(100, 'x') + "\""))),
            "422 /action: expected text of 1 to 64 bytes without NUL, found text \"" + std::string(37, 'x') + "...\"");
  EXPECT_EQ(refusal(read(claims(), with("expires_at", "\"\xC3\xA9\\n\""))).substr(0, 16), "422 /expires_at:");
}

TEST(Reader, ARequiredFieldThatIsMissingOrNullIsRefused) {
  for (const char* name : {"event_id", "resource_id", "action", "version", "issued_at", "expires_at"}) {
    const std::string where = "422 /" + std::string{name} + ":";
    EXPECT_EQ(refusal(read(claims(), without(name))).substr(0, where.size()), where);
    EXPECT_TRUE(refusal(read(claims(), without(name))).ends_with("found null"));
  }
  EXPECT_TRUE(refusal(read(claims(), "{}")).ends_with("found missing"));
}

TEST(Reader, ORD03_AVersionedSourceNeedsTheVersion) {
  EXPECT_EQ(read(claims(), without("version")).error().violation.where, "/version");
}

TEST(Reader, AnOptionalFieldMayBeMissingOrHaveADefault) {
  Contract contract = claims();
  contract.required = {};
  contract.defaults = {{"version", std::int64_t{1}}, {"action", "CLAIM"}, {"expires_at", "2030-01-01T00:00:00Z"}};
  const auto event = read(contract, R"({"event_id":"e1","version":null})");
  ASSERT_TRUE(event) << refusal(event);
  EXPECT_EQ(event->resource_id, std::nullopt);
  EXPECT_EQ(event->issued_at, std::nullopt);
  EXPECT_EQ(event->version, 1);
  EXPECT_EQ(event->action, Action{"CLAIM"});
  EXPECT_EQ(event->expires_at, parse_rfc3339("2030-01-01T00:00:00Z"));
  EXPECT_EQ(read(contract, R"({"event_id":"e1","version":2})")->version, 2);
  EXPECT_FALSE(read(contract, R"({"event_id":"e1","version":"2"})")) << "a default does not mend what is wrong";
}

TEST(Reader, SEED05_NoTimeIsNeverFresh) {
  for (const char* value : {"null", "\"1700000000\"", "\"soon\"", "\"\"", "true", "1.7e9", "1700000900.0", "-1", "0",
                            "99999999999999999999", "1700000900000", "\"2023-11-14T22:13:20\"", "{}", "[1700000900]"})
    EXPECT_EQ(refusal(read(claims(), with("expires_at", value))).substr(0, 16), "422 /expires_at:") << value;
}

TEST(Reader, TIM05_UnitsAreToldApartFieldByField) {
  Contract contract = claims();
  contract.issued_at->unit = contract.expires_at->unit = TimeUnit::automatic;
  const auto event = read(contract, with("expires_at", "1700000900000"));
  ASSERT_TRUE(event) << refusal(event);
  EXPECT_EQ(event->issued_at, arrival);
  EXPECT_EQ(event->expires_at, plus(arrival, 900s));
}

TEST(Reader, IdsAreTextOrIntegersAsSent) {
  const auto id = [](std::string_view value) {
    const auto event = read(bare(), "{\"event_id\":" + std::string{value} + "}");
    return event ? event->event_id.text : "422";
  };
  EXPECT_EQ(id("\"e1\""), "e1");
  EXPECT_EQ(id("12"), "12");
  EXPECT_EQ(id("-12"), "-12");
  EXPECT_EQ(id("9007199254740993"), "9007199254740993");
  EXPECT_EQ(id("123456789012345678901234567890"), "123456789012345678901234567890");
  EXPECT_EQ(id("\"" + std::string(255, 'x') + "\""), std::string(255, 'x'));
  EXPECT_EQ(id("\"a\\nb\""), "a\nb");
  for (const char* value : {"1.0", "1e2", "1E2", "true", "{}", "[]", "\"\""}) EXPECT_EQ(id(value), "422") << value;
  EXPECT_EQ(id("\"" + std::string(256, 'x') + "\""), "422");
  EXPECT_EQ(id(std::string(256, '1')), "422");
}

TEST(Reader, PAR04_IdsHoldNoNulAndNoLoneSurrogate) {
  for (const char* name : {"event_id", "resource_id", "action"})
    for (const char* value : {"\"a\\u0000b\"", "\"\\u0000\"", "\"\\ud800\"", "\"a\\udc00b\""}) {
      const auto event = read(claims(), with(name, value));
      ASSERT_FALSE(event) << name << " " << value;
      EXPECT_EQ(event.error().violation.status(), 422);
      EXPECT_EQ(event.error().violation.where, "/" + std::string{name});
    }
}

TEST(Reader, PAR01_ADoubledKeyOnAPathIsRefused) {
  Contract contract = bare();
  contract.picks = {pick("/data/amount")};
  contract.picks[0].required = false;
  const auto status = [&](std::string_view body) { return refusal(read(contract, std::string{body})).substr(0, 8); };
  EXPECT_EQ(status(R"({"event_id":"e1","data":{"amount":1}})"), "an event");
  EXPECT_EQ(refusal(read(contract, R"({"event_id":"e1","event_id":"e1"})")),
            "422 /event_id: expected one value, found more than one");
  EXPECT_EQ(status(R"({"event_id":"e1","data":{"amount":1,"amount":2}})"), "422 /dat");
  EXPECT_EQ(status(R"({"event_id":"e1","data":{"amount":1},"data":{}})"), "422 /dat");
  EXPECT_EQ(status(R"({"event_id":"e1","data":{"amount":1,"\u0061mount":1}})"), "422 /dat");
  EXPECT_EQ(status(R"({"event_id":"e1","data":{"amount":1},"x":1,"x":2})"), "an event") << "PAR-02";
}

TEST(Reader, PAR01_EvenWhereOnlyAnotherActionReadsIt) {
  Contract contract = claims();
  contract.picks = {pick("/amount")};
  contract.picks[0].on = {Action{"EXPIRE"}};
  std::string body{claim};
  body.back() = ',';
  EXPECT_FALSE(read(contract, body + R"("amount":1,"amount":2})"));
  EXPECT_TRUE(read(contract, body + R"("amount":1})"));
}

TEST(Reader, VersionsAreExact) {
  EXPECT_EQ(read(claims(), with("version", "0"))->version, 0);
  EXPECT_EQ(read(claims(), with("version", "9223372036854775806"))->version, limits::version_max);
  for (const char* value : {"-1", "9223372036854775807", "9223372036854775808", "3.0", "3e0", "\"3\"", "true"})
    EXPECT_EQ(read(claims(), with("version", value)).error().violation.where, "/version") << value;
}

TEST(Reader, AHeaderSaysVersionsAndTimesInDigits) {
  Contract contract = bare("header:ce-id");
  contract.version = place("header:ce-sequence");
  contract.issued_at = TimeField{place("header:ce-time"), TimeUnit::s};
  contract.expires_at = TimeField{place("query:until"), TimeUnit::ms};
  const auto event = read(
      contract, Sent{"", {{"ce-id", "1"}, {"ce-sequence", "0042"}, {"ce-time", "1700000000"}}, "until=1700000900000", ""});
  ASSERT_TRUE(event) << refusal(event);
  EXPECT_EQ(event->event_id.text, "1");
  EXPECT_EQ(event->version, 42);
  EXPECT_EQ(event->issued_at, arrival);
  EXPECT_EQ(event->expires_at, plus(arrival, 900s));

  EXPECT_EQ(read(contract, Sent{"", {{"ce-id", "1"}, {"ce-time", "2023-11-14T22:13:20Z"}}, "", ""})->issued_at, arrival);
  for (const char* digits : {"", "+4", "-1", "4.0", "4 ", "0x4", "four", "9223372036854775807", "99999999999999999999"})
    EXPECT_EQ(read(contract, Sent{"", {{"ce-id", "1"}, {"ce-sequence", digits}}, "", ""}).error().violation.where,
              "header:ce-sequence")
        << digits;
}

TEST(Reader, ASingleValuedPlaceSentTwiceIsRefusedByName) {
  const auto twice = read(bare("header:webhook-id"), Sent{"", {{"webhook-id", "m1"}, {"Webhook-Id", "m1"}}, "", ""});
  EXPECT_EQ(refusal(twice), "422 header:webhook-id: expected one value, found more than one");
  EXPECT_EQ(twice.error().event_id, std::nullopt);
  EXPECT_EQ(refusal(read(bare("query:id"), Sent{"", {}, "id=1&%69d=1", ""})),
            "422 query:id: expected one value, found more than one");
}

TEST(Reader, ReadsForms) {
  Contract contract = bare("form:id");
  contract.picks = {pick("form:amount", Pick::Type::integer), pick("form:rate", Pick::Type::number),
                    pick("form:live", Pick::Type::boolean), pick("form:note")};
  const auto event = read(contract, "id=e1&amount=-12&rate=12.50&live=true&note=two+words");
  ASSERT_TRUE(event) << refusal(event);
  EXPECT_EQ(event->event_id.text, "e1");
  EXPECT_EQ(event->picks, (std::vector<std::optional<Scalar>>{Scalar{std::int64_t{-12}}, Scalar{NumberText{"12.50"}},
                                                              Scalar{true}, Scalar{"two words"}}));
  EXPECT_EQ(refusal(read(contract, "id=e1&amount=12.0&rate=1&live=true&note=")),
            "422 form:amount: expected an integer within 64 bits, found text \"12.0\"");
  EXPECT_EQ(read(contract, "id=e1&amount=1&rate= 1&live=true&note=").error().violation.where, "form:rate");
  EXPECT_EQ(read(contract, "id=%FF").error().violation.found, "text that is not Unicode");
}

TEST(Reader, TheSchemeMayNameTheEvent) {
  Contract contract;
  contract.event_id_from_scheme = true;
  const auto event = read(contract, Sent{"anything", {}, "", "msg_1"});
  ASSERT_TRUE(event) << refusal(event);
  EXPECT_EQ(event->event_id.text, "msg_1");
  EXPECT_EQ(event->kept.context, "@msg_1\n");
  EXPECT_EQ(refusal(read(contract, "anything")),
            "422 event_id: expected text of 1 to 255 bytes without NUL, or an integer, found missing");
}

TEST(Reader, ARejectedRequestIsCalledByItsIdWhereThatCouldBeRead) {
  const auto named = read(claims(), without("version"));
  EXPECT_EQ(named.error().event_id, EventId{"e1"});
  EXPECT_EQ(named.error().kept.body, without("version"));
  EXPECT_EQ(named.error().received_at, arrival);
  EXPECT_EQ(read(claims(), without("event_id")).error().event_id, std::nullopt);
  EXPECT_EQ(read(claims(), "{").error().event_id, std::nullopt);

  Contract contract = bare("header:webhook-id");
  contract.action = place("/action");
  const auto no_json = read(contract, Sent{"{", {{"webhook-id", "m1"}}, "", ""});
  EXPECT_EQ(no_json.error().violation.status(), 400);
  EXPECT_EQ(no_json.error().event_id, EventId{"m1"});
}

TEST(Reader, TheResourcePrefixCountsTowardsTheId) {
  Contract contract = claims();
  contract.resource_prefix = "shop-";
  EXPECT_EQ(read(contract, std::string{claim})->resource_id, ResourceId{"shop-r1"});
  EXPECT_TRUE(read(contract, with("resource_id", "\"" + std::string(250, 'x') + "\"")));
  EXPECT_EQ(refusal(read(contract, with("resource_id", "\"" + std::string(251, 'x') + "\""))).substr(0, 58),
            "422 /resource_id: expected text of 1 to 250 bytes without ");
}

TEST(Reader, ExpiryIsDerivedByAction) {
  Contract contract = claims();
  contract.derived_expiry = {{"CLAIM", {{place("/issued_at"), TimeUnit::s}, 15min}},
                             {"", {{place("/created"), TimeUnit::s}, 1h}}};
  EXPECT_EQ(read(contract, std::string{claim})->expires_at, plus(arrival, 900s)) << "an explicit one wins";
  EXPECT_EQ(read(contract, without("expires_at"))->expires_at, plus(arrival, 15min));

  std::string other = without("expires_at");
  other.replace(other.find("CLAIM"), 5, "OTHER");
  EXPECT_EQ(refusal(read(contract, other)).substr(0, 13), "422 /created:") << "never fresh by leaving it out";
  other.back() = ',';
  EXPECT_EQ(read(contract, other + R"("created":1700000000})")->expires_at, plus(arrival, 1h));
}

TEST(Reader, AnActionWithoutARuleOfExpiryMissesTheRequiredOne) {
  Contract contract = claims();
  contract.expires_at = std::nullopt;
  contract.derived_expiry = {{"CLAIM", {{place("/issued_at"), TimeUnit::s}, 15min}}};
  EXPECT_EQ(read(contract, std::string{claim})->expires_at, plus(arrival, 15min));
  EXPECT_EQ(read(contract, with("action", "\"OTHER\"")).error().violation.where, "expires_at");
  contract.required = {};
  EXPECT_EQ(read(contract, with("action", "\"OTHER\""))->expires_at, std::nullopt);
}

TEST(Reader, ADerivedExpiryEndsWithTheYear9999) {
  Contract contract = bare();
  contract.derived_expiry = {{"", {{place("/created"), TimeUnit::s}, 1h}}};
  EXPECT_TRUE(read(contract, R"({"event_id":"e1","created":"9999-12-31T22:00:00Z"})"));
  EXPECT_EQ(read(contract, R"({"event_id":"e1","created":"9999-12-31T23:30:00Z"})").error().violation.where, "/created");
}

}  // namespace
}  // namespace senja::contract
