#include "store/intake.h"

#include <gtest/gtest.h>

#include "vocabulary/event_builder.h"

namespace senja::store {
namespace {

struct Work {
  rules::Intent intent;
  Ticket ticket;
  FlightPlace place{};
};

struct IntakeTest : ::testing::Test {
  using Offered = Intake<Work>::Offered;

  Offered offer(const std::string& content, std::uint64_t token) { return intake.offer({event(content), {nullptr, token}}); }
  rules::EventIntent event(const std::string& content) const {
    return senja::testing::an_event("e1").saying(content).intent(policy);
  }
  // Takes one job and settles it: who waited for it.
  std::vector<std::uint64_t> settle_next() {
    auto taken = intake.take(1, false);
    std::vector<std::uint64_t> waited;
    for (const Ticket& ticket : intake.settle(key, taken.jobs.at(0).place)) waited.push_back(ticket.token);
    return waited;
  }

  std::shared_ptr<const rules::Policy> policy = std::make_shared<rules::Policy>();
  Intake<Work> intake{100};
  LedgerKey key = event("a").key;
};

TEST_F(IntakeTest, CopiesWaitForTheFirst) {
  EXPECT_EQ(offer("a", 1), Offered::queued);
  EXPECT_EQ(offer("a", 2), Offered::joined);
  EXPECT_EQ(offer("a", 3), Offered::joined);
  EXPECT_EQ(settle_next(), (std::vector<std::uint64_t>{2, 3}));
  EXPECT_EQ(offer("a", 4), Offered::queued) << "that flight has ended";
}

TEST_F(IntakeTest, WAI01_ThirtyTwoWaitAndTheRestIsSentAway) {
  EXPECT_EQ(offer("a", 0), Offered::queued);
  for (std::uint64_t i = 1; i <= limits::waiters_per_event_max; ++i) EXPECT_EQ(offer("a", i), Offered::joined);
  EXPECT_EQ(offer("a", 99), Offered::busy);
  EXPECT_EQ(offer("b", 99), Offered::busy) << "other content under the id, too";
}

// A job of other content may be settled when its flight has long ended and another, of its own content, is under way.
TEST_F(IntakeTest, AJobEndsOnlyTheFlightItLeads) {
  EXPECT_EQ(offer("a", 1), Offered::queued);
  EXPECT_EQ(offer("b", 2), Offered::queued) << "other content goes on its own";
  EXPECT_TRUE(settle_next().empty());
  EXPECT_EQ(offer("b", 3), Offered::queued) << "and leads a flight";
  EXPECT_EQ(offer("b", 4), Offered::joined);
  EXPECT_TRUE(settle_next().empty()) << "2 is settled: 4 waits for 3";
  EXPECT_EQ(offer("b", 5), Offered::joined);
  EXPECT_EQ(settle_next(), (std::vector<std::uint64_t>{4, 5}));
}

}  // namespace
}  // namespace senja::store
