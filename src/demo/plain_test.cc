#include "demo/plain.h"

#include <gtest/gtest.h>

#include <array>
#include <chrono>

#include "senja/signature/catalogue.h"
#include "senja/signature/sign.h"

namespace senja::demo {
namespace {

using namespace std::chrono_literals;

// A plain receiver, and requests that its senders sign.
class Plain : public testing::Test {
 protected:
  RawRequest signed_for(const std::string& path, const char* scheme, const std::string& body, Micros age = Micros{0}) const {
    RawRequest request{"POST", path, {}, body, now};
    const auto compiled = signature::compile(*signature::find_scheme(scheme));
    const auto headers = signature::sign(*compiled, secret, {"POST", path, body, {}, minus(now, age)});
    for (const auto& [name, value] : headers.value()) request.headers.add(name, value);
    return request;
  }
  RawRequest claim(const std::string& id, std::int64_t version) const {
    return signed_for(
        "/in/rewards", "sha256-body",
        R"({"event_id":")" + id + R"(","resource_id":"r","action":"CLAIM","version":)" + std::to_string(version) + "}");
  }
  RawRequest booking(const std::string& action, std::int64_t version) const {
    return signed_for("/in/bookings", "timestamp-body",
                      R"({"event_id":")" + action + R"(","resource_id":"r","action":")" + action + R"(","version":)" +
                          std::to_string(version) + "}");
  }
  RawRequest result(const std::string& id, Micros age = Micros{0}) const {
    return signed_for("/in/ai-results", "timestamp-body", R"({"event_id":")" + id + R"(","user_id":"u","amount":25})", age);
  }
  int send(const RawRequest& request) { return receiver.receive(std::span(&request, 1)).front(); }

  WallTime now{1'800'000'000s};
  Secret secret{"plain-test-secret"};
  PlainTables tables;
  PlainReceiver receiver{{{"/in/rewards", secret}, {"/in/bookings", secret}, {"/in/ai-results", secret}}, tables};
};

TEST_F(Plain, TakesAClaimOnceAndAnswersItsRepeatFromMemory) {
  tables.resources["r"] = {"PENDING", 1};
  EXPECT_EQ(send(claim("e", 1)), 200);
  EXPECT_EQ(send(claim("e", 1)), 200);
  EXPECT_EQ(tables.resources["r"].state, "CLAIMED");
  EXPECT_EQ(tables.resources["r"].version, 2);
}

TEST_F(Plain, RefusesAClaimOfAnotherVersionForGood) {
  tables.resources["r"] = {"PENDING", 1};
  EXPECT_EQ(send(claim("e", 2)), 409);
  EXPECT_EQ(tables.resources["r"].state, "PENDING");
}

TEST_F(Plain, TakesTheLastBookingToArriveForTheNewest) {
  EXPECT_EQ(send(booking("CANCEL", 2)), 200);
  EXPECT_EQ(send(booking("CONFIRM", 1)), 200);
  EXPECT_EQ(tables.resources["r"].state, "CONFIRMED");
  EXPECT_EQ(tables.resources["r"].version, 1);
}

TEST_F(Plain, RefusesWhatIsNotSignedRightly) {
  auto tampered = result("e");
  tampered.body.replace(tampered.body.find("25"), 2, "99");
  EXPECT_EQ(send(tampered), 401);
  EXPECT_EQ(send(result("e", 301s)), 401);
  RawRequest unsigned_request{"POST", "/in/ai-results", {}, "{}", now};
  EXPECT_EQ(send(unsigned_request), 401);
  EXPECT_TRUE(tables.balances.empty());
}

TEST_F(Plain, RefusesWhatIsNoEvent) {
  EXPECT_EQ(send(signed_for("/in/ai-results", "timestamp-body", "not JSON")), 400);
  EXPECT_EQ(send(signed_for("/in/ai-results", "timestamp-body", R"({"event_id":"e"})")), 400);
  EXPECT_EQ(send(signed_for("/in/unknown", "timestamp-body", "{}")), 404);
}

TEST_F(Plain, CopiesThatRaceAreBothCredited) {
  const std::array copies{result("e"), result("e")};
  EXPECT_EQ(receiver.receive(copies), (std::vector{200, 200}));
  EXPECT_EQ(tables.balances["u"], 50);
}

TEST_F(Plain, ForgetsWhatItHasSeenWhenItDies) {
  EXPECT_EQ(send(result("e")), 200);
  EXPECT_EQ(send(result("e")), 200);
  EXPECT_EQ(tables.balances["u"], 25);
  receiver.restart();
  EXPECT_EQ(send(result("e")), 200);
  EXPECT_EQ(tables.balances["u"], 50);
}

}  // namespace
}  // namespace senja::demo
