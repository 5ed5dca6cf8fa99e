// The sideways filter: never a false no, seldom a false maybe.
#include <gtest/gtest.h>

#include "store/sqlite/shelf.h"

namespace senja::store::sqlite {

namespace {

LedgerKey key(int number) { return ledger_key({"source"}, {std::to_string(number)}); }

}  // namespace

TEST(Shelf, NeverDeniesAKeyAndSeldomNamesAWrongGeneration) {
  Shelf shelf;
  constexpr int per_generation = 16'384;
  for (int column = 0; column < 3; ++column)
    for (int i = 0; i < per_generation; ++i) shelf.add(static_cast<std::size_t>(column), key(column * per_generation + i));
  int wrong = 0;
  for (int i = 0; i < 3 * per_generation; ++i) {
    const std::uint64_t mask = shelf.candidates(key(i));
    ASSERT_TRUE(mask >> (i / per_generation) & 1) << i;
    wrong += std::popcount(mask) - 1;
  }
  EXPECT_LT(wrong, 3 * per_generation * 2 / 1'000);
}

TEST(Shelf, AColumnSurvivesItsBytesAndClearingTouchesNoOther) {
  Shelf shelf, copy;
  for (int i = 0; i < 1000; ++i) shelf.add(5, key(i));
  const std::string bytes = shelf.column_bytes(5);
  copy.load_column(9, {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
  copy.add(10, key(5000));
  for (int i = 0; i < 1000; ++i) ASSERT_TRUE(copy.candidates(key(i)) >> 9 & 1);
  copy.clear_column(9);
  EXPECT_EQ(copy.candidates(key(1)) >> 9 & 1, 0u);
  EXPECT_TRUE(copy.candidates(key(5000)) >> 10 & 1);
}

}  // namespace senja::store::sqlite
