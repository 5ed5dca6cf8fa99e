#include "table.h"

#include <gtest/gtest.h>

namespace senja::hostile {
namespace {

TEST(Table, LinesUp) {
  Table table{"crowd"};
  table.say("p50 of good requests", "0.41 ms");
  table.must_be_zero("cut", 0);
  table.aim_at_most("ratio", 2.5, 2, "");
  EXPECT_EQ(table.text(),
            "crowd                 measured  bound\n"
            "p50 of good requests   0.41 ms\n"
            "cut                          0      0  yes\n"
            "ratio                     2.50   <= 2  beyond\n");
}

TEST(Table, FailsForWhatMustHoldAlone) {
  Table table{"t"};
  EXPECT_TRUE(table.holds());
  table.aim_at_most("ratio", 3, 2, "");
  EXPECT_TRUE(table.holds());
  table.must_be_below("memory", 400, 400, "MiB");
  EXPECT_FALSE(table.holds());
  table.must_be_zero("cut", 0);
  EXPECT_FALSE(table.holds()) << "a later yes does not make good an earlier no";
}

TEST(Table, NamesTheStatusesThatShouldNotBe) {
  Table table{"t"};
  table.must_be_none("none", {});
  EXPECT_TRUE(table.holds());
  table.must_be_none("some", {{0, 2}, {503, 1}});
  EXPECT_EQ(table.text(),
            "t                measured  bound\n"
            "none                    0      0  yes\n"
            "some  3 (none: 2, 503: 1)      0  NO\n");
}

TEST(Table, EachOfItsBoundsCanBeMissed) {
  Table zero{"t"}, none{"t"}, below{"t"}, must{"t"};
  zero.must_be_zero("a", 1);
  none.must_be_none("n", {{503, 1}});
  below.must_be_below("b", 400.5, 400, "MiB");
  must.must("c", "x", "y", false);
  for (const Table& each : {zero, none, below, must}) EXPECT_FALSE(each.holds());
}

}  // namespace
}  // namespace senja::hostile
