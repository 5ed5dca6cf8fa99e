#include "config/restart.h"

#include <gmock/gmock.h>

#include "config/config_vocabulary.h"

namespace senja::config {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> refused(const Config& running, const Config& next) {
  std::vector<std::string> messages;
  const auto before = running.load(), after = next.load();
  EXPECT_TRUE(before && after) << running.problems() << next.problems();
  if (!before || !after) return messages;
  for (const Problem& problem : needs_restart(*before, *after)) messages.push_back(problem.message());
  return messages;
}

Config with(std::string_view lines) {
  Config config;
  config.text += lines;
  return config;
}

TEST(Restart, SourcesTokensAndTheLogMayChange) {
  Config next = with("[server]\nlog_level = \"debug\"\nlog_format = \"json\"\ndrain_timeout = \"1s\"\n");
  next.under("[source.orders]", "margin = \"9s\"");
  EXPECT_THAT(refused(Config{}, next), IsEmpty());
}

TEST(Restart, WhatOnlyAStartCanChangeIsNamedWhereItStands) {
  EXPECT_THAT(refused(Config{}, with("[server]\nthreads = 3\n[store]\nurl = \"sqlite:elsewhere.db\"\n")),
              ElementsAre("etc/senja.toml:15: server.threads: cannot be changed by a reload: restart for it",
                          "etc/senja.toml:17: store.url: cannot be changed by a reload: restart for it"));
  EXPECT_THAT(refused(with("[server]\nidle_timeout = \"9s\"\n"), Config{}),
              ElementsAre("etc/senja.toml: server.idle_timeout: cannot be changed by a reload: restart for it"));
}

}  // namespace
}  // namespace senja::config
