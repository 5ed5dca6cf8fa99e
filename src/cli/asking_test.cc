#include "cli/cli_vocabulary.h"

namespace senja::cli {
namespace {

using testing::HasSubstr;

struct Asking : CliTest {
  int yes(const std::string& body, const std::vector<std::string>& words) {
    answer = net::ClientResponse{200, {}, body};
    return senja(words);
  }
};

TEST_F(Asking, ListsAreTables) {
  EXPECT_EQ(yes(R"({"data":[{"source":"rewards","event_id":"evt_1","outcome":"applied","code":"applied","resource_id":"r-1",
                     "version":2,"decided_at":"2026-11-30T14:05:00.000Z","deliveries":3},
                    {"source":"ai-results","event_id":"e","outcome":"expired","code":"expired","resource_id":null,
                     "version":null,"decided_at":"2026-11-30T14:04:00.000Z","deliveries":1}],"next":"c1"})",
                {"events", "list", "--source", "re wards", "--limit", "2"}),
            0);
  EXPECT_EQ(asked.target, "/v1/events?source=re%20wards&limit=2");
  EXPECT_EQ(out.str(),
            "DECIDED                   SOURCE      EVENT  OUTCOME  RESOURCE  VERSION  DELIVERIES\n"
            "2026-11-30T14:05:00.000Z  rewards     evt_1  applied  r-1       2        3\n"
            "2026-11-30T14:04:00.000Z  ai-results  e      expired  -         -        1\n"
            "more: --cursor c1\n");
}

TEST_F(Asking, EmptyListsSaySo) {
  const std::string none = R"({"data":[],"next":null})";
  yes(none, {"events", "list"});
  EXPECT_EQ(out.str(), "no events\n");
  yes(none, {"resources", "list"});
  EXPECT_EQ(out.str(), "no resources\n");
  yes(none, {"waiting"});
  EXPECT_EQ(out.str(), "nothing waits\n");
  EXPECT_EQ(asked.target, "/v1/waiting");
  yes(none, {"dead-letters", "list", "--open"});
  EXPECT_EQ(out.str(), "no dead letters\n");
  EXPECT_EQ(asked.target, "/v1/dead-letters?open=true");
}

TEST_F(Asking, OneIsShownFieldByField) {
  EXPECT_EQ(yes(R"({"id":"r-1","state":"CLAIMED","version":2,"revision":3,"expires_at":null,"updated_at":"T"})",
                {"resources", "get", "a/b c"}),
            0);
  EXPECT_EQ(asked.target, "/v1/resources/a%2Fb%20c");
  EXPECT_EQ(out.str(), "resource  r-1\nstate     CLAIMED\nversion   2\nrevision  3\nexpires   -\nupdated   T\n");
  yes(R"({"id":"dl_1","may_have_applied":true,"resolved":false})", {"dead-letters", "show", "dl_1"});
  EXPECT_THAT(out.str(), HasSubstr("may have applied  yes\nresolved          no\n"));
  yes("{}", {"events", "get", "rewards", "evt/1"});
  EXPECT_EQ(asked.target, "/v1/events/rewards/evt%2F1");
}

TEST_F(Asking, JsonIsTheAnswerAsItCame) {
  EXPECT_EQ(yes(R"({"data": [ ],"next":null })", {"events", "list", "--json"}), 0);
  EXPECT_EQ(out.str(), "{\"data\": [ ],\"next\":null }\n");
}

TEST_F(Asking, SEC03_TextOfStrangersCannotMoveTheCursor) {
  yes(R"({"data":[{"id":"\u001b[2Jx\u202e\u0007","state":"é"}],"next":null})", {"resources", "list"});
  EXPECT_THAT(out.str(), HasSubstr("\\x1b[2Jx\\u{202e}\\x07  é"));
  const std::string raw = "{\"code\":\"c\",\"title\":\"\\u001b[2J\",\"detail\":\"a\\nb\\u009b\"}";
  answer = net::ClientResponse{409, {}, raw};
  EXPECT_EQ(senja({"waiting"}), 1);
  EXPECT_EQ(err.str(), "senja: \\x1b[2J: a\\x0ab\\u{9b} (409)\n");
  yes(R"({"id":"<b>\u001b]0;x\u0007","state":"s","next":null})", {"resources", "get", "r"});
  EXPECT_THAT(out.str(), HasSubstr("resource  <b>\\x1b]0;x\\x07\n"));
  yes("{\"data\":[],\"next\":\"\\u001b[1m\"}", {"resources", "list"});
  EXPECT_THAT(out.str(), HasSubstr("more: --cursor \\x1b[1m\n"));
}

TEST_F(Asking, RefusalsAreSentencesAndExitOne) {
  answer = net::ClientResponse{404, {}, R"({"code":"not_found","title":"Not found","detail":"there is no such event"})"};
  EXPECT_EQ(senja({"events", "get", "a", "b"}), 1);
  EXPECT_EQ(err.str(), "senja: Not found: there is no such event (404)\n");
  EXPECT_EQ(out.str(), "");
  EXPECT_EQ(senja({"events", "get", "a", "b", "--json"}), 1);
  EXPECT_THAT(out.str(), HasSubstr("\"not_found\""));
  answer = net::ClientResponse{502, {}, "<html>"};
  EXPECT_EQ(senja({"waiting"}), 1);
  EXPECT_EQ(err.str(), "senja: the server answered 502\n");
  EXPECT_EQ(yes("<html>", {"waiting"}), 1);
  EXPECT_THAT(err.str(), HasSubstr("is this Senja's admin listener?"));
}

TEST_F(Asking, NobodyThereIsExitFour) {
  EXPECT_EQ(senja({"waiting"}), 4);
  EXPECT_EQ(err.str(), "senja: cannot connect to 127.0.0.1:8081: Connection refused\n");
  EXPECT_EQ(senja({"waiting", "--admin", "ftp://h"}), 2);
  EXPECT_EQ(senja({"waiting", "--admin", "http://h/v1"}), 2);
}

TEST_F(Asking, PutsAResource) {
  EXPECT_EQ(
      yes(R"({"status":"updated","id":"r-1","state":"PENDING","version":0,"revision":4,"expires_at":null})",
          {"resources", "put", "r-1", "--state", "PENDING", "--version", "0", "--expires-at", "never", "--if-match", "3"}),
      0);
  EXPECT_EQ(asked.method, "PUT");
  EXPECT_EQ(asked.body, R"({"state":"PENDING","version":0,"expires_at":null})");
  EXPECT_EQ(asked.headers, (net::ClientHeaders{{"If-Match", "3"}, {"Content-Type", "application/json"}}));
  EXPECT_THAT(out.str(), HasSubstr("status    updated\nresource  r-1\n"));
  yes("{}", {"resources", "put", "r", "--state", "P", "--expires-at", "1700000000"});
  EXPECT_EQ(asked.body, R"({"state":"P","expires_at":1700000000})");
  yes("{}", {"resources", "put", "r", "--state", "P", "--expires-at", "2026-11-30T14:05:00Z"});
  EXPECT_EQ(asked.body, R"({"state":"P","expires_at":"2026-11-30T14:05:00Z"})");
}

TEST_F(Asking, ReplaysALetterAndAcceptsTheClock) {
  EXPECT_EQ(yes(R"({"status":"applied","event_id":"e","version":2})",
                {"dead-letters", "replay", "dl_1", "--reason", "by \"phone\"", "--new-expiry", "1700000000"}),
            0);
  EXPECT_EQ(asked.method + " " + asked.target, "POST /v1/dead-letters/dl_1/replay");
  EXPECT_EQ(asked.body, R"({"reason":"by \"phone\"","new_expiry":1700000000})");
  EXPECT_EQ(out.str(), "status   applied\nevent    e\nversion  2\n");
  yes("{}", {"dead-letters", "replay", "dl_1", "--reason", "r", "--ignore-expiry", "--may-have-applied"});
  EXPECT_EQ(asked.body, R"({"reason":"r","ignore_expiry":true,"may_have_applied":true})");

  EXPECT_EQ(yes(R"({"status":"accepted"})", {"clock", "accept", "--reason", "ntp"}), 0);
  EXPECT_EQ(asked.method + " " + asked.target + " " + asked.body, R"(POST /v1/clock/accept {"reason":"ntp"})");
  EXPECT_EQ(out.str(), "status  accepted\n");
}

}  // namespace
}  // namespace senja::cli
