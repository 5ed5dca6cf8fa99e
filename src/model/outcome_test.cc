#include "senja/model/outcome.h"

#include <gtest/gtest.h>

#include <set>

namespace senja {
namespace {

TEST(Outcome, TextsAreUniqueAndReadBack) {
  std::set<std::string_view> seen;
  for (const OutcomeRow& each : outcome_table) {
    EXPECT_TRUE(seen.insert(each.text).second) << each.text;
    EXPECT_EQ(code_from(each.text), each.code);
    EXPECT_EQ(text(each.code), each.text);
  }
  EXPECT_EQ(code_from(""), std::nullopt);
  EXPECT_EQ(code_from("conflict"), std::nullopt);
}

// I9: what ended without effect is in the dead letters. Only stale and ignored end quietly.
TEST(Outcome, I9_FinalWithoutEffectIsLettered) {
  const std::set<Code> quiet{Code::applied, Code::ignored, Code::stale};
  for (const OutcomeRow& each : outcome_table) {
    const bool kept = each.kind == Kind::final && !quiet.contains(each.code);
    EXPECT_EQ(each.lettered, kept) << each.text;
  }
}

// 410 and 409 tell many senders that the endpoint is gone: only a source that asks for it answers so.
TEST(Outcome, GentleNeverSaysGoneOrConflict) {
  for (const OutcomeRow& each : outcome_table) {
    EXPECT_NE(each.gentle, 410) << each.text;
    EXPECT_NE(each.gentle, 409) << each.text;
  }
}

TEST(Outcome, TheFamilyStandsBeforeTheDot) {
  for (const OutcomeRow& each : outcome_table)
    EXPECT_EQ(each.outcome, each.text.substr(0, each.text.find('.'))) << each.text;
}

}  // namespace
}  // namespace senja
