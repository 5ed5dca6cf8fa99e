// The conformance suite on SQLite, by file and by memory, and what only this engine promises.
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "store/conformance/suite.h"
#include "store/sqlite/database.h"
#include "store/sqlite/temporary_folder.h"

namespace senja::store {

namespace {

using conformance::Engine;

std::int64_t ask_sqlite(const Opened& opened, const std::string& sql) {
  const auto database = sqlite::Database::open(opened.place(), sqlite::Access::read_only);
  sqlite::Statement row{database, sql};
  return row.row() && !row.null(0) ? row.integer(0) : -1;
}

// One folder for the whole program; a new file for each test.
std::string fresh_file() {
  static const sqlite::TemporaryFolder folder;
  static int number = 0;
  return "sqlite:" + folder.path() + "/" + std::to_string(++number) + ".db";
}

}  // namespace

namespace conformance {

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Conformance);
INSTANTIATE_TEST_SUITE_P(SQLite, Conformance,
                         ::testing::Values(Engine{"File", true, &fresh_file, &ask_sqlite},
                                           Engine{"Memory", false, [] { return std::string{"memory"}; }, &ask_sqlite}),
                         [](const auto& info) { return info.param.name; });

}  // namespace conformance

TEST(SqliteStore, ASecondProcessIsRefusedAndToldWhoHoldsTheFile) {
  Settings settings;
  settings.url = fresh_file();
  const SimClock clock;
  const auto first = open(settings, clock);
  ASSERT_TRUE(first.has_value());
  const auto second = open(settings, clock);
  ASSERT_FALSE(second.has_value());
  EXPECT_NE(second.error().problem.find("in use by process " + std::to_string(::getpid())), std::string::npos)
      << second.error().problem;
}

TEST(SqliteStore, AFileOfANewerVersionIsRefusedInWords) {
  Settings settings;
  settings.url = fresh_file();
  sqlite::Database::open(settings.url.substr(7), sqlite::Access::read_write).run("PRAGMA user_version = 99");
  const SimClock clock;
  const auto result = open(settings, clock);
  ASSERT_FALSE(result.has_value());
  EXPECT_NE(result.error().problem.find("schema version 99"), std::string::npos);
}

TEST(SqliteStore, AFileThatIsNoDatabaseIsRefused) {
  Settings settings;
  settings.url = fresh_file();
  std::ofstream{settings.url.substr(7)} << std::string(8192, 'x');
  const SimClock clock;
  EXPECT_FALSE(open(settings, clock).has_value());
}

TEST(SqliteStore, TheFolderIsMadeAndTheLogIsDurable) {
  Settings settings;
  const sqlite::TemporaryFolder folder;
  settings.url = "sqlite:" + folder.path() + "/a/b/senja.db";
  const SimClock clock;
  const auto opened = open(settings, clock);
  ASSERT_TRUE(opened.has_value()) << opened.error().problem;
  EXPECT_TRUE(std::filesystem::exists(folder.path() + "/a/b/senja.db.reserve"));
  const auto database = sqlite::Database::open((*opened)->place(), sqlite::Access::read_only);
  sqlite::Statement mode{database, "PRAGMA journal_mode"};
  ASSERT_TRUE(mode.row());
  EXPECT_EQ(mode.text(0), "wal");
  for (const char* end : {"", "-wal", ".lock", ".reserve"})
    EXPECT_EQ(std::filesystem::status((*opened)->place() + end).permissions(),
              std::filesystem::perms::owner_read | std::filesystem::perms::owner_write)
        << end;
}

}  // namespace senja::store
