#include <gmock/gmock.h>

#include "config/config_vocabulary.h"

namespace senja::config {
namespace {

using testing::HasSubstr;

std::string problems(std::string_view text) {
  Config config;
  config.text = text;
  return config.problems();
}

TEST(Server, IsRefusedByFileLineAndKey) {
  EXPECT_THAT(problems("[server]\nlisten = \"example.org:80\""),
              HasSubstr("etc/senja.toml:2: server.listen: \"example.org:80\""));
  EXPECT_THAT(problems("[server]\nlisten = \"127.0.0.1\""), HasSubstr("etc/senja.toml:2: server.listen: "));
  EXPECT_THAT(problems("[server]\nadmin_listen = \"0.0.0.0:8081\""),
              HasSubstr("2: server.admin_listen: must be a loopback"));
  EXPECT_THAT(problems("[server]\nadmin_listen = \"127.0.0.1:8080\""), HasSubstr("server.admin_listen: is the address of"));
  EXPECT_THAT(problems("[server]\nthreads = -1"),
              HasSubstr("2: server.threads: must be a whole number from 0 to 256, not -1"));
  EXPECT_THAT(problems("[server]\nhead_timeout = \"0s\""), HasSubstr("2: server.head_timeout: must be longer than nothing"));
  EXPECT_THAT(problems("[server]\nlog_level = \"loud\""), HasSubstr("2: server.log_level: must be"));
  EXPECT_THAT(problems("server = 5"), HasSubstr("etc/senja.toml:1: server: must be a table, not an integer"));
}

TEST(Server, LoopbackAndFreePortsAreFine) {
  EXPECT_EQ(problems("[server]\nlisten = \"0.0.0.0:0\"\nadmin_listen = \"[::1]:0\"\nthreads = 4"), "");
  EXPECT_EQ(problems("[server]\nlisten = \"localhost:8080\"\nadmin_listen = \"127.0.0.2:8080\""), "");
}

TEST(Store, IsRefusedByFileLineAndKey) {
  EXPECT_THAT(problems("[store]\nurl = \"postgres://db\""), HasSubstr("2: store.url: PostgreSQL is not supported"));
  EXPECT_THAT(problems("[store]\nurl = \"mysql:x\""), HasSubstr("2: store.url: must be \"sqlite:PATH\" or \"memory\""));
  EXPECT_THAT(problems("[store]\nurl = \"sqlite:\""), HasSubstr("2: store.url: must be"));
  EXPECT_THAT(problems("[store]\nschema = \"gone.sql\""),
              HasSubstr("2: store.schema: \"gone.sql\" cannot be read: No such file or directory"));
  EXPECT_THAT(problems("[store]\nbatch_max = 0"), HasSubstr("2: store.batch_max: must be a whole number from 1"));
}

TEST(Store, MemoryIsMarkedAsNotDurable) {
  Config config;
  config.text += "[store]\nurl = \"memory\"\n";
  EXPECT_THAT(config.warnings(), HasSubstr("nothing survives"));
}

}  // namespace
}  // namespace senja::config
