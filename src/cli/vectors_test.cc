#include "cli/vectors.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace senja::cli {
namespace {

std::string file_text(const std::string& name) {
  std::ifstream file{std::string{SENJA_VECTORS_DIR} + "/" + name + ".json"};
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string with_requests(const std::string& requests) {
  return R"({"provider":"sha256-body","secret":"k","now":1767225600,"requests":[)" + requests + "]}";
}

struct KnownFile {
  std::string name;
  std::size_t requests;
};
class Vectors : public testing::TestWithParam<KnownFile> {};

TEST_P(Vectors, AgreeOnEveryRequest) {
  std::ostringstream out;
  const auto report = run_vectors(file_text(GetParam().name), out);
  ASSERT_TRUE(report) << report.error();
  EXPECT_EQ(report->requests, GetParam().requests);
  EXPECT_EQ(report->disagreements, 0U) << out.str();
}

INSTANTIATE_TEST_SUITE_P(Files, Vectors,
                         testing::Values(KnownFile{"stripe", 45}, KnownFile{"github", 34},
                                         KnownFile{"standard-webhooks", 52}, KnownFile{"svix", 51},
                                         KnownFile{"timestamp-body", 74}, KnownFile{"sha256-body", 53}),
                         [](const auto& info) {
                           std::string name = info.param.name;
                           std::erase(name, '-');
                           return name;
                         });

TEST(VectorsFile, ALineARequestAndTheCountLast) {
  std::ostringstream out;
  const auto report = run_vectors(
      with_requests(R"({"name":"a","method":"POST","url":"https://h/p","headers":{},"body_base64":"","expect":"invalid"},
                       {"name":"b","method":"POST","url":"https://h/p","headers":{},"body_base64":"","expect":"valid","why":"w"})"),
      out);
  ASSERT_TRUE(report) << report.error();
  EXPECT_EQ(report->disagreements, 1U);
  EXPECT_EQ(out.str(),
            "agree     a: invalid, there is no signature\n"
            "DISAGREE  b: expected valid (w), found invalid, there is no signature\n"
            "2 requests, 1 disagree\n");
}

TEST(VectorsFile, ChallengesAreCountedAndSaidNotToBeJudged) {
  std::ostringstream out;
  const auto report = run_vectors(
      R"({"provider":"stripe","secret":"k","now":1,"requests":[],"challenges":[{"name":"x"},{"name":"y"}]})", out);
  ASSERT_TRUE(report) << report.error();
  EXPECT_EQ(report->challenges, 2U);
  EXPECT_EQ(out.str(), "2 challenges not judged: handshakes are not supported\n0 requests, 0 disagree\n");
}

TEST(VectorsFile, WhatIsNoVectorsFileIsRefusedWithItsPlace) {
  const std::pair<std::string, std::string> cases[] = {
      {"", "not JSON"},
      {"[]", "not a JSON object"},
      {"{}", "provider: expected a text"},
      {R"({"provider":"nobody"})", "provider: no scheme is named nobody"},
      {R"({"provider":"stripe"})", "now: expected seconds as an integer"},
      {R"({"provider":"stripe","now":1e3})", "now: expected seconds as an integer"},
      {R"({"provider":"stripe","now":9223372036854775807})", "now: expected seconds as an integer"},
      {R"({"provider":"stripe","now":1})", "requests: expected an array"},
      {with_requests("7"), "requests/0: expected an object"},
      {with_requests(R"({"url":"https://h/"})"), "requests/0/expect: expected valid or invalid"},
      {with_requests(R"({"expect":"valid","url":"h"})"), "requests/0/url: expected a full URL"},
      {with_requests(R"({"expect":"valid","url":"https://h/"})"), "requests/0/headers: expected an object"},
      {with_requests(R"({"expect":"valid","url":"https://h/","headers":{"A":1}})"), "requests/0/headers: expected a text"},
      {with_requests(R"({"expect":"valid","url":"https://h/","headers":{},"body_base64":"?"})"), "requests/0/body_base64"},
      {with_requests(R"({"expect":"valid","now":"soon"})"), "requests/0/now"},
  };
  for (const auto& [text, problem] : cases) {
    std::ostringstream out;
    const auto report = run_vectors(text, out);
    ASSERT_FALSE(report) << text;
    EXPECT_TRUE(report.error().starts_with(problem)) << report.error();
    EXPECT_EQ(out.str(), "");
  }
}

}  // namespace
}  // namespace senja::cli
