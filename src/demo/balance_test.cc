#include "demo/balance.h"

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <filesystem>

namespace senja::demo {
namespace {

TEST(Balance, ReadsTheFileAndNothingElse) {
  const auto file = std::filesystem::path(testing::TempDir()) / "senja_balance_test.db";
  std::filesystem::remove(file);
  EXPECT_EQ(balance_in(file, "ana"), std::nullopt);
  EXPECT_FALSE(std::filesystem::exists(file)) << "looking must not make a file";

  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open(file.c_str(), &database), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(database,
                         "CREATE TABLE balances (user_id TEXT PRIMARY KEY, credit INTEGER NOT NULL);"
                         "INSERT INTO balances VALUES ('ana', 25)",
                         nullptr, nullptr, nullptr),
            SQLITE_OK);
  EXPECT_EQ(balance_in(file, "ana"), 25);
  EXPECT_EQ(balance_in(file, "budi"), std::nullopt);
  sqlite3_close(database);
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace senja::demo
