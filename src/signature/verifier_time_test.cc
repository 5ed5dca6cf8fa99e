// The timestamp of a signature: one spelling, one unit, two tolerances.
#include <gtest/gtest.h>

#include "signature/vocabulary.h"

namespace senja::signature {
namespace {

using namespace std::chrono_literals;

// Headers of timestamp-body over a timestamp of any text, with the right MAC over it: the MAC of sha256-body over both.
HeaderList right_mac_over(const std::string& timestamp) {
  const std::string value = headers_for(scheme("sha256-body"), timestamp + "." + body).front().second;
  return {{"X-Webhook-Timestamp", timestamp}, {"X-Webhook-Signature", value.substr(value.find('=') + 1)}};
}

TEST(Verify, TIM01_OddTimestampsAreRefusedThoughTheMacIsRight) {
  Verifier verifier = verifier_for(scheme("timestamp-body"));
  const std::string at = std::to_string(now_seconds);
  EXPECT_EQ(says(verifier, request_with(right_mac_over(at), body)), "verified");
  for (const std::string text : {"", "abc", "12abc", " 1767225600", "1767225600 ", "+1767225600", "1.7e9", "0x6553f100",
                                 "1767225600.5", "-5", "01767225600", "１７６７２２５６００", "1767225600.x"})
    EXPECT_TRUE(says(verifier, request_with(right_mac_over(text), body)).starts_with("timestamp: ")) << text;
  EXPECT_TRUE(says(verifier, request_with(right_mac_over(std::string(40, '1')), body)).starts_with("timestamp: "));
}

TEST(Verify, TIM02_ToleranceOnBothSides) {
  const Scheme s = scheme("timestamp-body");
  Verifier verifier = verifier_for(s);
  const std::pair<std::chrono::seconds, std::string> cases[] = {{-301s, "timestamp: the timestamp is too old"},
                                                                {-300s, "verified"},
                                                                {0s, "verified"},
                                                                {300s, "verified"},
                                                                {301s, "timestamp: the timestamp is from the future"},
                                                                {24h * 365, "timestamp: the timestamp is from the future"}};
  for (const auto& [offset, verdict] : cases)
    EXPECT_EQ(says(verifier, request_with(headers_for(s, body, "", now + offset), body)), verdict) << offset.count();
}

TEST(Verify, ASourcesToleranceReplacesBothSides) {
  const Scheme stripe = scheme("stripe");
  const auto verdict = [&](std::optional<std::chrono::seconds> tolerance, std::chrono::seconds offset) {
    Verifier verifier = verifier_for(stripe, tolerance);
    return verifier.verify(request_with(headers_for(stripe, body, "", now + offset), body)).has_value();
  };
  EXPECT_TRUE(verdict(std::nullopt, 24h));  // the row has no limit in the future
  EXPECT_FALSE(verdict(std::nullopt, -301s));
  EXPECT_FALSE(verdict(10s, 24h));
  EXPECT_TRUE(verdict(10s, 10s));
  EXPECT_FALSE(verdict(10s, -11s));
  EXPECT_TRUE(verdict(600s, -600s));
}

TEST(Verify, TIM03_SecondsAndMillisecondsAreNotTakenForEachOther) {
  SchemeRow row = *find_scheme("timestamp-body");
  row.time_unit = "ms";
  const Scheme ms = compile(row).value(), s = scheme("timestamp-body");
  EXPECT_TRUE(verifies(ms, request_with(headers_for(ms, body), body)));
  EXPECT_FALSE(verifies(s, request_with(headers_for(ms, body), body)));
  EXPECT_FALSE(verifies(ms, request_with(headers_for(s, body), body)));
}

TEST(Verify, TheAgeOfAForgedRequestIsNotReported) {
  const Scheme s = scheme("timestamp-body");
  Verifier verifier = verifier_for(s);
  EXPECT_EQ(says(verifier, request_with(headers_for(s, body, "", now - 1h), "{}")),
            "signature: no signature is right under a live secret");
}

}  // namespace
}  // namespace senja::signature
