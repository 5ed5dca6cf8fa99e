// The table of raw_requests.h over real sockets, plain and under TLS: no second request hidden behind a bad one is served.
#include <gtest/gtest.h>

#include <memory>
#include <mutex>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "clock/system_clock.h"
#include "net/client.h"
#include "net/raw_requests.h"
#include "net/server.h"
#include "net/test_certificates.h"

namespace senja::net {
namespace {

class Served {
 public:
  void add(std::string target) {
    const std::lock_guard lock{mutex_};
    targets_.push_back(std::move(target));
  }
  std::vector<std::string> take() {
    const std::lock_guard lock{mutex_};
    return std::exchange(targets_, {});
  }

 private:
  std::mutex mutex_;
  std::vector<std::string> targets_;
};

class Desk final : public Handler {
 public:
  explicit Desk(Served& served) : served_(served) {}
  std::variant<std::size_t, Response> judge_head(const RawRequest& head, const Announced&, const Caller&) override {
    if (head.path() == "/nowhere") return refusal(404, "not_found", "");
    return head.path() == "/small" ? std::size_t{1'000} : std::size_t{10'000'000};
  }
  void handle(RawRequest request, const Caller&, Reply reply) override {
    served_.add(std::move(request.target));
    reply.send({});
  }
  void tick(SteadyTime) override {}

 private:
  Served& served_;
};

enum class Over : std::uint8_t { plain, tls };

class RawServer : public testing::TestWithParam<Over> {
 protected:
  void SetUp() override {
    ServerSettings settings;
    if (GetParam() == Over::tls) settings.edge.tls = TlsContext::load(authority_.server_files()).value();
    auto opened = Server::open(settings, clock_, [this](Loop&) { return std::make_unique<Desk>(served_); });
    ASSERT_TRUE(opened) << opened.error();
    server_ = std::move(*opened);
    server_->start();
  }

  void converse(const RawCase& each) {
    Client client(Url{.host = "127.0.0.1", .port = server_->address().port, .secure = GetParam() == Over::tls}, {},
                  {.ca = authority_.certificate()});
    // Where the server has heard enough before all is sent, the rest may not arrive; its answers do.
    std::ignore = client.send_raw(each.bytes);
    for (const int status : each.statuses) {
      auto response = client.read_response();
      while (response && response->status == 100) response = client.read_response();
      ASSERT_TRUE(response) << response.error();
      EXPECT_EQ(response->status, status);
    }
    if (each.closes) {
      EXPECT_FALSE(client.read_response()) << "an answer too many";
    }
    EXPECT_EQ(served_.take(), each.served);
  }

  SystemClock clock_;
  TestAuthority authority_;
  Served served_;
  std::unique_ptr<Server> server_;
};

INSTANTIATE_TEST_SUITE_P(Each, RawServer, testing::Values(Over::plain, Over::tls),
                         [](const auto& over) { return over.param == Over::tls ? "Tls" : "Plain"; });

TEST_P(RawServer, AnswersAsTheTableSays) {
  for (const RawCase& each : raw_cases()) {
    SCOPED_TRACE(each.name);
    converse(each);
    if (HasFatalFailure()) return;
  }
}

TEST_P(RawServer, PAR10_ASecondRequestHiddenInABodyIsNeverServed) {
  for (const RawCase& each : raw_cases()) {
    if (!each.closes) continue;
    SCOPED_TRACE(each.name);
    RawCase hiding = each;
    hiding.bytes += "GET /hidden HTTP/1.1\r\nHost: a\r\n\r\n";
    converse(hiding);
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace senja::net
