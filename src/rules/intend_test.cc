#include <gtest/gtest.h>

#include "rules/test_words.h"

namespace senja::rules {
namespace {

TEST(Intend, FindsTransitionAndEffectsOfTheAction) {
  Policy policy = a_policy();
  policy.effects.resize(3);
  policy.effects[0].on = {{"CLAIM"}};
  policy.effects[1].on = {{"OPEN"}, {"MOVE"}};
  policy.effects[2].binds = {{"user", 1}, {"amount", 0}};  // names no action: for every event
  const auto held = shared(policy);
  const EventIntent intent = an_event("e1")
                                 .on("r1")
                                 .doing("CLAIM")
                                 .version(4)
                                 .expires_at(noon)
                                 .pick(std::int64_t{7})
                                 .pick(std::nullopt)
                                 .intent(held);
  EXPECT_EQ(intent.key, ledger_key({"shop"}, {"e1"}));
  EXPECT_EQ(intent.version, 4);
  EXPECT_EQ(intent.expires_at, noon);
  EXPECT_EQ(intent.transition, &held->transitions.at({"CLAIM"}));
  EXPECT_TRUE(intent.has_rule);
  ASSERT_EQ(intent.effects.size(), 2U);
  EXPECT_EQ(intent.effects[0].effect, &held->effects[0]);
  EXPECT_EQ(intent.effects[1].effect, &held->effects[2]);
  EXPECT_EQ(intent.effects[1].values, (std::vector<std::optional<Scalar>>{std::nullopt, Scalar{std::int64_t{7}}}));
}

TEST(Intend, JUD02_AnEffectIsARuleToo) {
  Policy policy = a_policy();
  EXPECT_FALSE(an_event().doing("DANCE").intent(shared(policy)).has_rule);
  EXPECT_FALSE(an_event().intent(shared(policy)).has_rule);
  policy.effects.resize(1);
  policy.effects[0].on = {{"DANCE"}};
  EXPECT_TRUE(an_event().doing("DANCE").intent(shared(policy)).has_rule);
  EXPECT_FALSE(an_event().intent(shared(policy)).has_rule);
  policy.effects[0].on.clear();
  EXPECT_TRUE(an_event().intent(shared(policy)).has_rule);
}

}  // namespace
}  // namespace senja::rules
