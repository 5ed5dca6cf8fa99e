#include <cstdlib>

#include "cli/cli_vocabulary.h"

namespace senja::cli {
namespace {

using testing::HasSubstr;

struct Serving : CliTest {
  Serving() {
    files["a.toml"] =
        "[store]\nurl = \"memory\"\n"
        "[source.x]\nscheme = \"none\"\n[source.x.contract]\nevent_id = \"/id\"\nexpires_at = \"/until\"\n"
        "required = [\"expires_at\"]\n";
  }
};

TEST_F(Serving, ServesWhatItLoaded) {
  EXPECT_EQ(senja({"serve", "--config", "a.toml", "--listen", "127.0.0.1:0", "--data", "x.db"}), 0);
  ASSERT_TRUE(served);
  EXPECT_EQ(served->server.listen, "127.0.0.1:0");
  EXPECT_EQ(served->store.url, "sqlite:x.db");
  ASSERT_TRUE(reloaded) << "the same file, under the same words of the command line";
  EXPECT_EQ(reloaded->store.url, "sqlite:x.db");
}

TEST_F(Serving, WarnsAndGoesOn) {
  EXPECT_EQ(senja({"serve", "--config", "a.toml"}), 0);
  EXPECT_THAT(err.str(), HasSubstr("warning: a.toml:2: store.url: \"memory\" is for tries"));
}

TEST_F(Serving, ABrokenConfigIsExitThreeAndServesNothing) {
  files["a.toml"] += "margin = 5\n";
  EXPECT_EQ(senja({"serve", "--config", "a.toml"}), 3);
  EXPECT_EQ(err.str(), "a.toml:9: source.x.contract.margin: is not a key of this table\n");
  EXPECT_FALSE(served);
  EXPECT_EQ(senja({"serve", "--config", "gone.toml"}), 3);
  EXPECT_EQ(err.str(), "gone.toml: cannot be read: No such file or directory\n");
}

TEST_F(Serving, ChecksTheConfigAndItsEffects) {
  EXPECT_EQ(senja({"config", "check", "--config", "a.toml"}), 0);
  EXPECT_EQ(out.str(),
            "warning: a.toml:2: store.url: \"memory\" is for tries: nothing survives the process, so no answer is durable\n"
            "ok: sources 1, effects 0, warnings 1\n");
  files["a.toml"] += "[[source.x.effect]]\nsql = \"INSERT INTO nowhere VALUES (1)\"\n";
  EXPECT_EQ(senja({"config", "check", "--config", "a.toml"}), 3);
  EXPECT_THAT(err.str(), HasSubstr("nowhere"));
}

TEST_F(Serving, TheDemoSaysHowItEnded) {
  EXPECT_EQ(senja({"demo"}), 0);
  EXPECT_EQ(senja({"demo", "--once"}), 1);
}

TEST_F(Serving, UsageGoesToTheRightStream) {
  EXPECT_EQ(senja({"--help"}), 0);
  EXPECT_THAT(out.str(), HasSubstr("Usage: senja"));
  EXPECT_EQ(senja({"nonsense"}), 2);
  EXPECT_EQ(out.str(), "");
  EXPECT_THAT(err.str(), HasSubstr("nonsense"));
  EXPECT_EQ(senja({"version"}), 0);
  EXPECT_THAT(out.str(), testing::StartsWith("senja "));
}

TEST(RealOutside, ReadsFilesAndTheEnvironment) {
  const config::Outside outside = real_outside();
  const auto gone = outside.read_file("/nonexistent/file");
  ASSERT_FALSE(gone);
  EXPECT_EQ(gone.error(), "No such file or directory");
  EXPECT_THAT(outside.environment, testing::Contains(testing::Key("PATH")));
  EXPECT_FALSE(outside.read_file("/"));
}

}  // namespace
}  // namespace senja::cli
