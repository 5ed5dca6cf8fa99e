#include "store/letter_id.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace senja::store {

RC_GTEST_PROP(LetterIdText, ReadsBackWhatItWrote, ()) {
  const auto ms = *rc::gen::inRange<std::int64_t>(0, 253'402'300'799'999);
  const auto number = *rc::gen::inRange<std::int64_t>(0, INT64_MAX);
  const LetterId id = letter_id(WallTime{std::chrono::milliseconds{ms}}, number);
  const auto parsed = parse_letter_id(id);
  RC_ASSERT(parsed.has_value());
  RC_ASSERT(parsed->number == number);
  RC_ASSERT(parsed->first_ms == ms);
  RC_ASSERT(id.text.size() == 29u);
}

RC_GTEST_PROP(LetterIdText, IsOrderedByTimeThenNumber, ()) {
  const auto a = *rc::gen::inRange<std::int64_t>(0, 253'402'300'799),
             b = *rc::gen::inRange<std::int64_t>(0, 253'402'300'799);
  const auto n = *rc::gen::inRange<std::int64_t>(0, 1'000'000), m = *rc::gen::inRange<std::int64_t>(0, 1'000'000);
  const auto text = [](std::int64_t ms, std::int64_t number) {
    return letter_id(WallTime{std::chrono::milliseconds{ms}}, number).text;
  };
  RC_ASSERT((text(a, n) < text(b, m)) == (std::pair{a, n} < std::pair{b, m}));
}

TEST(LetterIdText, RefusesWhatItNeverWrites) {
  for (const char* text :
       {"", "dl_", "dl_0000000000000000000000000", "dl_000000000000000000000000000", "xx_00000000000000000000000000",
        "dl_0000000000000000000000000!", "dl_0000000000000000000000000O", "dl_0000000000zzzzzzzzzzzzzzzz"})
    EXPECT_FALSE(parse_letter_id({text}).has_value()) << text;
}

}  // namespace senja::store
