#include "api/problem.h"

#include <gtest/gtest.h>

namespace senja::api {
namespace {

TEST(Problem, HasTheMembersOfRfc9457AndACode) {
  const net::Response made = problem(409, "resolved", "The letter is resolved already", "by \"whom\"", ",\"version\":2");
  EXPECT_EQ(made.status, 409);
  EXPECT_EQ(made.content_type, "application/problem+json");
  EXPECT_EQ(
      made.body,
      R"({"title":"The letter is resolved already","status":409,"detail":"by \"whom\"","code":"resolved","version":2})");
}

TEST(Problem, TheTransportsOwnHaveATitle) {
  const std::pair<int, const char*> titles[]{{400, "Bad request"},
                                             {408, "Request timeout"},
                                             {413, "Content too large"},
                                             {417, "Expectation failed"},
                                             {431, "Request header fields too large"},
                                             {503, "Service unavailable"},
                                             {500, "Internal server error"}};
  for (const auto& [status, title] : titles) {
    const net::Response made = transport_problem(status, "a_code", "why");
    EXPECT_EQ(made.status, status);
    EXPECT_EQ(made.content_type, "application/problem+json");
    EXPECT_EQ(made.body, "{\"title\":\"" + std::string(title) + "\",\"status\":" + std::to_string(status) +
                             R"(,"detail":"why","code":"a_code"})");
  }
}

}  // namespace
}  // namespace senja::api
