#include "api/api_vocabulary.h"

namespace senja::api {
namespace {

TEST_F(ApiTest, StrangersAreRefusedBeforeAnythingIsRead) {
  RawRequest request;
  request.method = "GET";
  request.target = "/v1/events";
  request.headers.add("Host", "evil.example");
  EXPECT_EQ(std::get<net::Response>(api.judge_head(request, {}, caller)).status, 403);
}

TEST_F(ApiTest, EveryRefusalIsAProblem) {
  const auto expect_problem = [this](int status, const std::string& code) {
    EXPECT_EQ(answer.status, status) << code;
    EXPECT_EQ(answer.content_type, "application/problem+json") << code;
    const Answered problem = read(answer);
    EXPECT_EQ(problem.text("/status"), std::to_string(status)) << code;
    EXPECT_EQ(problem.text("/code"), code);
    for (const char* member : {"/title", "/detail"}) EXPECT_FALSE(problem.text(member).empty()) << code;
  };
  const std::string replay = R"({"reason":"r"})";
  const struct {
    const char *method, *target;
    std::string body, if_match;
    int status;
    const char* code;
  } refused[]{{"GET", "/v1/events?limit=x", "", "", 400, "bad_query"},
              {"GET", "/v1/events?cursor=junk", "", "", 400, "bad_cursor"},
              {"PUT", "/v1/resources/r1", pending, "x", 400, "bad_if_match"},
              {"GET", "/v1/nothing", "", "", 404, "not_found"},
              {"POST", "/v1/dead-letters/none/replay", replay, "", 404, "not_found"},
              {"DELETE", "/v1/events", "", "", 405, "method_not_allowed"},
              {"PUT", "/v1/resources/r1", pending, "7", 409, "revision"},
              {"GET", "/v1/events", "{}", "", 413, "body_too_large"},
              {"PUT", "/v1/resources/r1", "{}", "", 422, "bad_body"},
              {"POST", "/v1/clock/accept", "[]", "", 422, "bad_body"}};
  for (const auto& each : refused) {
    call(each.method, each.target, each.body, each.if_match);
    expect_problem(each.status, each.code);
  }
  for (const int status : {400, 408, 413, 417, 431}) {
    answer = api.refuse(status, "bad_request", "why");
    expect_problem(status, "bad_request");
  }
  draining = true;
  call("GET", "/readyz");
  expect_problem(503, "unavailable");
  EXPECT_EQ(read(answer).text("/reasons/0"), "the store is in memory: nothing survives a restart");
  bearer = "wrong";
  api.use(std::make_shared<const config::Tokens>(), {source});
  call("GET", "/v1/events");
  expect_problem(401, "token_wrong");
}

TEST_F(ApiTest, SEC03_TextOfStrangersIsTextInEveryAnswer) {
  const std::string id = "<script>\"'&\x1b[2J\x7f\xc2\x9b\xe2\x80\xae</script>";
  EXPECT_EQ(receive(late(id)), Code::expired);
  for (const char* target : {"/v1/events", "/v1/dead-letters"}) {
    const Answered listed = call("GET", target);
    EXPECT_EQ(listed.text("/data/0/event_id"), id) << target;
    EXPECT_EQ(answer.content_type, "application/json");
    for (const char* raw : {"\x1b", "\x7f", "\xc2\x9b", "\xe2\x80\xae"})
      EXPECT_EQ(answer.body.find(raw), answer.body.npos) << target << answer.body;
  }
  call("GET", "/v1/events?%1b%E2%80%AE=1");
  EXPECT_EQ(answer.status, 400);
  EXPECT_EQ(answer.body.find('\x1b'), answer.body.npos) << answer.body;
}

}  // namespace
}  // namespace senja::api
