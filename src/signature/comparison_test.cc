// This program has its own equal_in_constant_time: if the room compared signatures anywhere else, these counts would show
// it.
#include <gtest/gtest.h>

#include "senja/model/limits.h"
#include "signature/vocabulary.h"

namespace senja::signature {

namespace {
std::vector<std::pair<std::string, std::string>> seen;
}  // namespace

bool equal_in_constant_time(std::string_view a, std::string_view b) {
  seen.emplace_back(a, b);
  return a == b;
}

namespace {

class Comparison : public testing::Test {
 protected:
  void SetUp() override { seen.clear(); }

  std::string verdict_on(const std::string& signature) {
    seen.clear();
    return says(verifier, request_with({{"X-Webhook-Signature", signature}}, "{}"));
  }

  const Scheme rewards = scheme("sha256-body");
  Verifier verifier = verifier_for(rewards);
  const std::string right = headers_for(rewards, "{}").front().second;  // "sha256=…"
  const std::string digest = right.substr(7);
};

TEST_F(Comparison, SIG09_IsCalledForTheRightSignature) {
  EXPECT_EQ(verdict_on(right), "verified");
  ASSERT_EQ(seen.size(), 1U);
  EXPECT_EQ(seen.front(), std::pair(digest, digest));
}

TEST_F(Comparison, SIG09_IsCalledForAWrongSignature) {
  std::string wrong = right;
  wrong.back() = wrong.back() == '0' ? '1' : '0';
  EXPECT_NE(verdict_on(wrong), "verified");
  ASSERT_EQ(seen.size(), 1U);
  EXPECT_EQ(seen.front(), std::pair(wrong.substr(7), digest));
}

TEST_F(Comparison, SIG09_IsCalledForSignaturesOfAWrongLength) {
  for (const std::string& wrong : {digest.substr(0, 63), digest + "0", std::string{}, std::string(500, 'a')}) {
    EXPECT_NE(verdict_on("sha256=" + wrong), "verified");
    ASSERT_EQ(seen.size(), 1U);
    EXPECT_EQ(seen.front(), std::pair(wrong, digest));
  }
}

TEST_F(Comparison, SIG09_HexInAnyCaseGoesThroughItAsWell) {
  Scheme any_case = rewards;
  any_case.encoding = Encoding::hex_any_case;
  Verifier lenient = verifier_for(any_case);
  for (const std::size_t length : {0UL, 63UL, 64UL, 65UL, 128UL, 129UL}) {
    seen.clear();
    EXPECT_NE(says(lenient, request_with({{"X-Webhook-Signature", "sha256=" + std::string(length, 'A')}}, "{}")),
              "verified");
    EXPECT_EQ(seen.size(), 1U) << length;
  }
}

TEST_F(Comparison, EverySignatureIsComparedEvenAfterARightOne) {
  const Scheme stripe = scheme("stripe");
  Verifier several = verifier_for(stripe);
  const std::string value = headers_for(stripe, "{}").front().second;
  EXPECT_EQ(says(several, request_with({{"Stripe-Signature", value + ",v1=x,v1=y"}}, "{}")), "verified");
  EXPECT_EQ(seen.size(), 3U);
}

TEST_F(Comparison, SIG12_BeyondTheCapNothingIsCompared) {
  const Scheme stripe = scheme("stripe");
  Verifier several = verifier_for(stripe);
  std::string value = headers_for(stripe, "{}").front().second;
  for (std::size_t items = 2; items < limits::signatures_per_header_max; ++items) value += ",v1=x";
  EXPECT_EQ(says(several, request_with({{"Stripe-Signature", value}}, "{}")), "verified");
  EXPECT_EQ(seen.size(), limits::signatures_per_header_max - 1);  // one item is the timestamp

  seen.clear();
  EXPECT_EQ(says(several, request_with({{"Stripe-Signature", value + ",v1=x"}}, "{}")),
            "signature: there are more signatures than the cap");
  EXPECT_TRUE(seen.empty());
}

}  // namespace
}  // namespace senja::signature
