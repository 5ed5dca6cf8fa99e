#include "inbound/readiness.h"

#include <gtest/gtest.h>

namespace senja::inbound {
namespace {

TEST(Readiness, ReadyWithoutAReason) {
  const auto response = readyz(readiness({}, false));
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(response.body, R"({"status":"ready","reasons":[]})");
}

TEST(Readiness, DegradedStillAccepts) {
  const auto response = readyz(readiness({.reasons = {"the clock stepped"}}, false));
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(response.body, R"({"status":"degraded","reasons":["the clock stepped"]})");
}

TEST(Readiness, UnavailableWhenTheStoreCannotCommit) {
  EXPECT_EQ(readyz(readiness({.accepting = false, .reasons = {"the disk is full"}}, false)).status, 503);
}

TEST(Readiness, UnavailableWhileDraining) {
  const auto response = readyz(readiness({}, true));
  EXPECT_EQ(response.status, 503);
  EXPECT_EQ(response.body, R"({"status":"unavailable","reasons":["this process is ending"]})");
}

TEST(Readiness, AliveIsAllThatHealthzSays) { EXPECT_EQ(healthz().body, R"({"status":"ok"})"); }

}  // namespace
}  // namespace senja::inbound
