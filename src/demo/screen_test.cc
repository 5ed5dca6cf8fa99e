#include "demo/screen.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>

namespace senja::demo {
namespace {

const Line good{"the same bytes again", "200", "CLAIMED v2", "200 applied, replay", "CLAIMED v2"};
const Expected good_expected{"200", "CLAIMED v2", "200 applied, replay", "CLAIMED v2"};

// How many columns a text takes: every byte that does not continue a character.
std::size_t widest_line(const std::string& text) {
  std::size_t widest = 0, width = 0;
  for (const char c : text) {
    if (c == '\n')
      width = 0;
    else if ((static_cast<unsigned char>(c) & 0xc0) != 0x80)
      ++width;
    widest = std::max(widest, width);
  }
  return widest;
}

TEST(Screen, ARightLineIsMarkedRight) {
  std::ostringstream out;
  Screen screen(out, false);
  screen.line(good, good_expected);
  EXPECT_EQ(out.str(),
            "  ✓ the same bytes again            200, CLAIMED v2         200 applied, replay        CLAIMED v2\n");
  EXPECT_TRUE(screen.all_right());
}

TEST(Screen, AnyColumnThatDiffersMakesTheLineWrong) {
  for (std::string Expected::* column :
       {&Expected::plain, &Expected::plain_holds, &Expected::senja, &Expected::senja_holds}) {
    std::ostringstream out;
    Screen screen(out, false);
    Expected other = good_expected;
    other.*column = "503 busy";
    screen.line(good, other);
    EXPECT_FALSE(screen.all_right());
    EXPECT_NE(out.str().find("✗ the same bytes again"), std::string::npos);
    EXPECT_NE(out.str().find("expected \"503 busy\""), std::string::npos);
  }
}

TEST(Screen, OneWrongLineSpoilsTheWhole) {
  std::ostringstream out;
  Screen screen(out, false);
  screen.line(good, {});
  screen.line(good, good_expected);
  EXPECT_FALSE(screen.all_right());
  screen.summary();
  EXPECT_NE(out.str().find("1 of 2 lines are wrong"), std::string::npos);
}

TEST(Screen, WithoutALineNothingIsRight) {
  std::ostringstream out;
  EXPECT_FALSE(Screen(out, false).all_right());
}

TEST(Screen, MarksWhereThePlainReceiverHoldsSomethingElse) {
  std::ostringstream out;
  Screen screen(out, false);
  Line harm{"late", "200", "CLAIMED v2", "410 expired", "PENDING v1"};
  screen.line(harm, {"200", "CLAIMED v2", "410 expired", "PENDING v1"});
  EXPECT_NE(out.str().find("CLAIMED v2 !"), std::string::npos);

  out.str("");
  harm.settled = false;
  screen.line(harm, {"200", "CLAIMED v2", "410 expired", "PENDING v1"});
  EXPECT_EQ(out.str().find('!'), std::string::npos);
  screen.summary();
  EXPECT_NE(out.str().find("On 1 of them"), std::string::npos);
}

TEST(Screen, ColoursOnlyWhenAsked) {
  std::ostringstream with, without;
  Screen(with, true).line(good, good_expected);
  Screen(without, false).line(good, good_expected);
  EXPECT_NE(with.str().find("\x1b[32m"), std::string::npos);
  EXPECT_EQ(without.str().find('\x1b'), std::string::npos);
}

TEST(Screen, LinesFitIntoAHundredColumns) {
  std::ostringstream out;
  Screen screen(out, false);
  screen.columns();
  screen.line({std::string(31, 's'), "160 x 200", "credit 352", std::string(26, 'a'), "CANCELLED v2"},
              {"160 x 200", "credit 352", std::string(26, 'a'), "CANCELLED v2"});
  EXPECT_LE(widest_line(out.str()), 100u);
}

}  // namespace
}  // namespace senja::demo
