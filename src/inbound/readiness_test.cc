#include "inbound/readiness.h"

#include <gtest/gtest.h>

namespace senja::inbound {
namespace {

TEST(Readiness, ReadyWithoutAReason) {
  const auto response = readyz(readiness({}, {}));
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(response.body, R"({"status":"ready","reasons":[]})");
}

TEST(Readiness, DegradedStillAccepts) {
  const auto response = readyz(readiness({.reasons = {"the clock stepped"}}, {}));
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(response.body, R"({"status":"degraded","reasons":["the clock stepped"]})");
}

TEST(Readiness, UnavailableWhenTheStoreCannotCommit) {
  EXPECT_EQ(readyz(readiness({.accepting = false, .reasons = {"the disk is full"}}, {})).status, 503);
}

TEST(Readiness, UnavailableWhileDraining) {
  const auto response = readyz(readiness({}, {.draining = true}));
  EXPECT_EQ(response.status, 503);
  EXPECT_EQ(response.body, R"({"status":"unavailable","reasons":["this process is ending"]})");
}

TEST(Readiness, AliveIsAllThatHealthzSays) { EXPECT_EQ(healthz().body, R"({"status":"ok"})"); }

TEST(Readiness, OPS04_AStuckThreadMeansItCannotAccept) {
  const auto response = readyz(readiness({}, {.stuck = true}));
  EXPECT_EQ(response.status, 503);
  EXPECT_NE(response.body.find("an I/O thread makes no progress"), std::string::npos);
}

TEST(Readiness, ASilentSourceDegradesAndNoMore) {
  const auto response = readyz(readiness({}, {.silences = {"the source rewards has been silent"}}));
  EXPECT_EQ(response.status, 200);
  EXPECT_NE(response.body.find("the source rewards has been silent"), std::string::npos);
}

}  // namespace
}  // namespace senja::inbound
