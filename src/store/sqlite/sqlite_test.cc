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

// A checkpoint moves pages of the log into the database file, so the file's bytes tell who made one.
TEST(SqliteStore, OPS02_OnlyTheWriterCheckpoints) {
  class Deaf final : public Completions {
    void deliver(std::vector<Settled>) override {}
  };
  Settings settings;
  settings.url = fresh_file();
  settings.checkpoint_pages = 50;
  const SimClock clock;
  Deaf nobody;
  const auto opened = open(settings, clock, nullptr, Threading::by_hand);
  ASSERT_TRUE(opened.has_value()) << opened.error().problem;
  const auto bytes = [&] {
    std::ifstream file{(*opened)->place(), std::ios::binary};
    return std::string{std::istreambuf_iterator<char>{file}, {}};
  };
  int n = 0;
  const auto put = [&] {
    rules::PutIntent put;
    put.resource_id = {"r" + std::to_string(n++)};
    put.state = {"OPEN"};
    put.actor = {"ann", "test"};
    (*opened)->store().submit(std::move(put), {&nobody, 1});
    (*opened)->run_once();
  };
  std::string before = bytes();
  for (int i = 0; i < 5; ++i) put();
  {
    // Readers come and go, in numbers, and with a request to checkpoint that they must not be able to make.
    for (int i = 0; i < 20; ++i) EXPECT_TRUE((*opened)->views()->resource({"r1"}).value().has_value());
    const auto reader = sqlite::Database::open((*opened)->place(), sqlite::Access::read_only);
    sqlite::Statement{reader, "SELECT count(*) FROM senja_resources"}.finish();
    EXPECT_NE(sqlite3_wal_checkpoint_v2(reader.handle(), nullptr, SQLITE_CHECKPOINT_TRUNCATE, nullptr, nullptr), SQLITE_OK);
  }
  EXPECT_EQ(bytes(), before) << "nothing has moved from the log into the file";
  for (int i = 0; i < 100; ++i) put();
  EXPECT_NE(bytes(), before) << "the writer's own have";
  EXPECT_LT((*opened)->store().health().log_pages, 60u);
}

}  // namespace senja::store
