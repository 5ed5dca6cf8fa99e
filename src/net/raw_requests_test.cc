#include "net/raw_requests.h"

#include <gtest/gtest.h>

#include <set>

#include "clock/sim_clock.h"
#include "net/session.h"

namespace senja::net {
namespace {

// The handler that the table speaks of, and one connection without its socket.
class Conversation final : Handler, Wire, Replies {
 public:
  Conversation() { session_.start(); }

  void send(std::string_view bytes, std::size_t step) {
    for (std::size_t at = 0; at < bytes.size() && wants_read_; at += step) {
      wants_read_ = false;
      session_.on_bytes(bytes.substr(at, step));
    }
  }
  // Reads what came back as a client would: a head, and as much body as it says.
  std::vector<int> statuses() const {
    std::vector<int> found;
    constexpr std::string_view start = "HTTP/1.1 ", length = "content-length: ", end = "\r\n\r\n";
    for (std::size_t at = 0; at < sent_.size();) {
      const std::string head = sent_.substr(at, sent_.find(end, at) - at);
      EXPECT_TRUE(head.starts_with(start)) << head;
      const int status = std::stoi(head.substr(start.size()));
      at += head.size() + end.size();
      if (status == 100) continue;
      found.push_back(status);
      at += std::stoul(head.substr(head.find(length) + length.size()));
    }
    return found;
  }
  const std::vector<std::string>& served() const { return served_; }
  bool ended() const { return ended_; }

 private:
  std::variant<std::size_t, Response> judge_head(const RawRequest& head, const Announced&, const Caller&) override {
    if (head.path() == "/nowhere") return refusal(404, "not_found", "");
    return head.path() == "/small" ? std::size_t{1'000} : std::size_t{10'000'000};
  }
  void handle(RawRequest request, const Caller&, Reply reply) override {
    served_.push_back(std::move(request.target));
    reply.send({});
  }
  void tick(SteadyTime) override {}
  void send(const Reply& reply, Response response) override { session_.respond(reply.request, response); }
  void want_read() override { wants_read_ = true; }
  bool write(std::string_view bytes) override {
    sent_ += bytes;
    return true;
  }
  void shut_down_sending() override { ended_ = true; }
  void close() override { ended_ = true; }
  const Caller& caller() const override { return caller_; }

  SimClock clock_;
  Caller caller_;
  std::string sent_;
  std::vector<std::string> served_;
  bool wants_read_ = false, ended_ = false;
  Surroundings around_{*this, *this, clock_, {}, RequestIds{clock_}, {}, {}};
  Session session_{1, *this, around_};
};

void expect(const RawCase& raw, std::size_t step) {
  SCOPED_TRACE(std::string{raw.name} + ", " + std::to_string(step) + " bytes at a time");
  Conversation conversation;
  conversation.send(raw.bytes, step);
  EXPECT_EQ(conversation.statuses(), raw.statuses);
  EXPECT_EQ(conversation.served(), raw.served);
  EXPECT_EQ(conversation.ended(), raw.closes);
}

TEST(RawRequests, InPacketsOfOneRead) {
  for (const RawCase& raw : raw_cases()) expect(raw, read_bytes_max);
}

TEST(RawRequests, SIG15_InPacketsOfAnySize) {
  for (const RawCase& raw : raw_cases())
    for (const std::size_t step : {1, 2, 3, 7, 100}) expect(raw, step);
}

TEST(RawRequests, EachHasANameOfItsOwn) {
  std::set<std::string_view> names;
  for (const RawCase& raw : raw_cases()) EXPECT_TRUE(names.insert(raw.name).second) << raw.name;
  EXPECT_GE(names.size(), 70u);
}

}  // namespace
}  // namespace senja::net
