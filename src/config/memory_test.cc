// SPEC 2.4: memory must cover acceptance, or the source does not load.
#include <gmock/gmock.h>

#include "config/config_vocabulary.h"

namespace senja::config {
namespace {

using testing::HasSubstr;
using namespace std::chrono_literals;

// The plain source, its expiry not required any more.
Config without_expiry(std::string_view contract, std::string_view source = "") {
  Config config;
  config.line("expires_at = \"/expires_at\"", contract)
      .line("required = [\"expires_at\"]", "")
      .under("[source.orders]", source);
  return config;
}

rules::TimePolicy time_of(const Config& config) {
  const auto settings = config.load();
  EXPECT_TRUE(settings) << config.problems();
  return settings ? settings->sources[0]->policy->time : rules::TimePolicy{};
}

TEST(Memory, ARequiredExpiryIsCoveredByItself) {
  EXPECT_EQ(time_of(Config()).max_age, std::nullopt);
  EXPECT_EQ(time_of(Config().under("[source.orders]", "remember_for = \"1h\"")).remember_for, 1h);
}

TEST(Memory, AnExpiryThatMayBeMissingIsNot) {
  const std::string_view optional = "expires_at = \"/expires_at\"";
  EXPECT_THAT(without_expiry(optional).problems(), HasSubstr("could be accepted after they are forgotten"));
  EXPECT_THAT(without_expiry("").problems(), HasSubstr("etc/senja.toml:2: source.orders.remember_for: "));
  EXPECT_EQ(without_expiry(optional, "remember_for = \"forever\"").problems(), "");
  EXPECT_EQ(time_of(without_expiry(optional, "remember_for = \"forever\"")).remember_for, std::nullopt);
}

TEST(Memory, AnExpiryDerivedForEveryActionIsAlwaysThere) {
  const Config config = without_expiry("expires_at = { from = \"/created\", plus = \"15m\" }");
  const auto settings = config.load();
  ASSERT_TRUE(settings) << config.problems();
  const auto& contract = settings->sources[0]->reader->contract();
  EXPECT_EQ(contract.derived_expiry.at("").plus, 15min);
  EXPECT_THAT(contract.required, testing::Contains("expires_at"));
}

TEST(Memory, AnExpiryDerivedForOneActionIsNot) {
  EXPECT_THAT(without_expiry("expires_at = { PAY = { from = \"/created\", plus = \"15m\" } }").problems(),
              HasSubstr("forgotten"));
}

TEST(Memory, MaxAgeComesFromMemoryWhereItIsNotGiven) {
  const Config config = without_expiry("issued_at = \"/at\"\nrequired = [\"issued_at\"]");
  EXPECT_EQ(time_of(config).max_age, std::chrono::hours{24 * 35} - 10s);
}

TEST(Memory, AnIssueTimeThatMayBeMissingBoundsNothing) {
  EXPECT_THAT(without_expiry("issued_at = \"/at\"").problems(), HasSubstr("forgotten"));
}

TEST(Memory, AGivenMaxAgeMakesTheIssueTimeNeeded) {
  const Config config = without_expiry("issued_at = \"/at\"", "max_age = \"1d\"");
  const auto settings = config.load();
  ASSERT_TRUE(settings) << config.problems();
  EXPECT_EQ(settings->sources[0]->policy->time.max_age, 24h);
  EXPECT_THAT(settings->sources[0]->reader->contract().required, testing::Contains("issued_at"));
}

TEST(Memory, AcceptanceLongerThanMemoryIsRefused) {
  EXPECT_THAT(without_expiry("issued_at = \"/at\"", "max_age = \"36d\"").problems(),
              HasSubstr("source.orders.max_age: must be at most 3023990s (remember_for less twice the margin)"));
  EXPECT_THAT(without_expiry("", "redelivery_within = \"36d\"").problems(),
              HasSubstr("source.orders.redelivery_within: must be"));
  EXPECT_EQ(without_expiry("", "redelivery_within = \"36d\"\nremember_for = \"forever\"").problems(), "");
  EXPECT_EQ(without_expiry("", "redelivery_within = \"3d\"").problems(), "");
}

TEST(Memory, TheHistoryLastsAsLong) {
  Config config;
  config.under("[source.orders]", "remember_for = \"60d\"");
  EXPECT_EQ(config.load().value().store.history_for, std::chrono::hours{24 * 60});
  config.text += "[store]\nhistory_for = \"35d\"\n";
  EXPECT_THAT(config.problems(), HasSubstr("store.history_for: must be at least 60d"));
}

}  // namespace
}  // namespace senja::config
