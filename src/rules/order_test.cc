#include "rules/order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "rules/model_store.h"
#include "rules/test_words.h"
#include "senja/model/limits.h"

namespace senja::rules {
namespace {

constexpr std::int64_t top = std::numeric_limits<std::int64_t>::max();

EventIntent numbered(VersionMeans means, std::int64_t version, const std::string& id,
                     std::optional<WallTime> expires_at = {}) {
  return an_event(id).on("r1").doing("MOVE").version(version).expires_at(expires_at).intent(shared(a_policy(means)));
}
ModelStore a_store(std::int64_t version = 0) {
  ModelStore store;
  store.resources["r1"] = a_resource("PENDING", version);
  return store;
}

TEST(Order, ORD01_LatestTakesAnythingNewerAndNothingElse) {
  ModelStore store = a_store();
  EXPECT_EQ(store.submit(numbered(VersionMeans::latest, 3, "e3")).code, Code::applied);
  EXPECT_EQ(store.submit(numbered(VersionMeans::latest, 2, "e2")).code, Code::stale);
  const Verdict other = store.submit(numbered(VersionMeans::latest, 3, "another"));
  EXPECT_EQ(other.code, Code::stale);
  EXPECT_EQ(other.version, 3);
  EXPECT_EQ(store.resources["r1"].version, 3);
}

TEST(Order, ORD02_TheTopOfTheScaleNeitherWrapsNorApplies) {
  for (const VersionMeans means : {VersionMeans::expected, VersionMeans::strict}) {
    ModelStore store = a_store();
    EXPECT_EQ(store.submit(numbered(means, top, "e1")).code, Code::gap);
    store.resources["r1"].version = store.resources["r1"].seen_version = top - 1;
    EXPECT_EQ(store.submit(numbered(means, top, "e2")).code,
              means == VersionMeans::strict ? Code::conflict_state : Code::gap);
    EXPECT_EQ(store.resources["r1"].version, top - 1);
    EXPECT_EQ(store.resources["r1"].seen_version, top - 1);
  }
  ModelStore store = a_store(limits::version_max);
  EXPECT_EQ(store.submit(numbered(VersionMeans::expected, limits::version_max, "e1")).code, Code::conflict_state);
  store = a_store(top);
  EXPECT_EQ(store.submit(numbered(VersionMeans::expected, top, "e2")).code, Code::conflict_state);
  store = a_store(1);
  EXPECT_EQ(store.submit(numbered(VersionMeans::latest, top, "e3")).code, Code::conflict_state);
  EXPECT_EQ(store.submit(numbered(VersionMeans::latest, top, "e4", noon - 1h)).code, Code::expired);
  EXPECT_EQ(store.submit(numbered(VersionMeans::latest, 2, "e5")).code, Code::applied);  // the top used nothing up
}

TEST(Order, ORD02_BehindIsStaleAheadIsAGap) {
  struct Row {
    VersionMeans means;
    std::int64_t at, version;
    Code code;
  };
  using enum VersionMeans;
  for (const Row& row :
       {Row{strict, 3, 2, Code::stale}, Row{strict, 3, 3, Code::stale}, Row{strict, 3, 4, Code::applied},
        Row{strict, 3, 5, Code::gap}, Row{strict, 3, -1, Code::stale}, Row{expected, 3, 2, Code::stale},
        Row{expected, 3, 3, Code::applied}, Row{expected, 3, 4, Code::gap}, Row{latest, 3, 9, Code::applied},
        Row{latest, 3, 3, Code::stale}, Row{none, 3, 0, Code::applied}, Row{none, 3, 99, Code::applied}}) {
    ModelStore store = a_store(row.at);
    EXPECT_EQ(store.submit(numbered(row.means, row.version, "e")).code, row.code) << row.at << " " << row.version;
  }
}

TEST(Order, WithoutVersionsOnlyTheRevisionMoves) {
  ModelStore store = a_store(7);
  EXPECT_EQ(store.submit(numbered(VersionMeans::none, 1, "e")).version, 7);
  EXPECT_EQ(store.resources["r1"].revision, 2);
}

TEST(Order, ORD08_StrictARefusedEventNeverBlocksThoseBehindIt) {
  ModelStore store = a_store(1);
  EXPECT_EQ(store.submit(numbered(VersionMeans::strict, 2, "e2", noon - 1h)).code, Code::expired);
  EXPECT_EQ(store.submit(numbered(VersionMeans::strict, 3, "e3")).code, Code::applied);
}

TEST(Order, ORD08_StrictANumberUsedUpAheadOfItsTurnIsSkippedLater) {
  ModelStore store = a_store(1);
  EXPECT_EQ(store.submit(numbered(VersionMeans::strict, 3, "e3", noon - 1h)).code, Code::expired);
  EXPECT_EQ(store.resources["r1"].skipped, std::vector<std::int64_t>{3});
  EXPECT_EQ(store.submit(numbered(VersionMeans::strict, 3, "another")).code, Code::stale);
  EXPECT_EQ(store.submit(numbered(VersionMeans::strict, 2, "e2")).code, Code::applied);
  EXPECT_EQ(store.resources["r1"].seen_version, 3);
  EXPECT_EQ(store.submit(numbered(VersionMeans::strict, 4, "e4")).code, Code::applied);
  EXPECT_EQ(store.resources["r1"].version, 4);
}

TEST(Order, ORD08_StrictUsesUpTheNumbersOfIgnoredAndTooOldAsWell) {
  Policy policy = a_policy(VersionMeans::strict);
  policy.time.max_age = 1min;
  ModelStore store = a_store(1);
  EXPECT_EQ(store.submit(an_event("e2").on("r1").doing("DANCE").version(2).intent(shared(policy))).code, Code::ignored);
  EXPECT_EQ(store.submit(an_event("e3").on("r1").doing("MOVE").version(3).issued_at(noon - 1h).intent(shared(policy))).code,
            Code::too_old);
  EXPECT_EQ(store.submit(an_event("e4").on("r1").doing("MOVE").version(4).intent(shared(policy))).code, Code::applied);
}

TEST(Order, LatestAFinalOutcomeUsesUpItsNumberExceptIgnoredAndTooOld) {
  ModelStore store = a_store(1);
  EXPECT_EQ(
      store.submit(an_event("e9").on("r1").doing("DANCE").version(9).intent(shared(a_policy(VersionMeans::latest)))).code,
      Code::ignored);
  EXPECT_EQ(store.submit(numbered(VersionMeans::latest, 5, "e5", noon - 1h)).code, Code::expired);
  EXPECT_EQ(store.submit(numbered(VersionMeans::latest, 4, "e4")).code, Code::stale);
  EXPECT_EQ(store.submit(numbered(VersionMeans::latest, 6, "e6")).code, Code::applied);
}

TEST(Order, RejectedAndReusedIdsMoveNothing) {
  Policy policy = a_policy(VersionMeans::strict);
  policy.unknown_action = UnknownAction::refuse;
  ModelStore store = a_store(1);
  EXPECT_EQ(store.submit(an_event("e2").on("r1").doing("DANCE").version(2).intent(shared(policy))).code, Code::rejected);
  EXPECT_EQ(store.submit(numbered(VersionMeans::strict, 2, "e2b")).code, Code::applied);
  EXPECT_EQ(store.submit(an_event("e2b").saying("other").on("r1").doing("MOVE").version(3).intent(shared(policy))).code,
            Code::reused_id);
  EXPECT_EQ(store.resources["r1"].seen_version, 2);
}

TEST(Order, ANumberUsedUpBeforeItsResourceIsThereStandsInAPlaceholder) {
  const auto policy = shared(a_policy(VersionMeans::strict));
  ModelStore store;
  EXPECT_EQ(store.submit(numbered(VersionMeans::strict, 2, "e2", noon - 1h)).code,
            Code::expired);  // before the one that makes it
  EXPECT_TRUE(store.resources.at("r1").placeholder);
  EXPECT_EQ(store.submit(numbered(VersionMeans::strict, 1, "e1x")).code, Code::unknown_resource);
  EXPECT_EQ(store.submit(an_event("e1").on("r1").doing("OPEN").version(1).intent(policy)).code, Code::applied);
  const Resource& made = store.resources.at("r1");
  EXPECT_FALSE(made.placeholder);
  EXPECT_EQ(made.version, 1);
  EXPECT_EQ(made.seen_version, 2);
  EXPECT_EQ(made.revision, 1);
  EXPECT_EQ(store.submit(numbered(VersionMeans::strict, 3, "e3")).code, Code::applied);
}

TEST(Order, ORD09_UnderExpectedOnlyAnAppliedEventMovesTheVersion) {
  ModelStore store = a_store(1);
  EXPECT_EQ(store.submit(numbered(VersionMeans::expected, 1, "late", noon - 1h)).code, Code::expired);
  EXPECT_EQ(
      store.submit(an_event("wrong").on("r1").doing("OPEN").version(1).intent(shared(a_policy(VersionMeans::expected))))
          .code,
      Code::conflict_state);
  EXPECT_EQ(store.submit(numbered(VersionMeans::expected, 1, "good")).version, 2);
}

TEST(Order, UnderExpectedZeroMakesVersionOne) {
  ModelStore store;
  const auto policy = shared(a_policy(VersionMeans::expected));
  EXPECT_EQ(store.submit(an_event("e5").on("r1").doing("OPEN").version(5).intent(policy)).code, Code::gap);
  EXPECT_EQ(store.submit(an_event("e0").on("r1").doing("OPEN").version(0).intent(policy)).version, 1);
  EXPECT_EQ(store.submit(numbered(VersionMeans::expected, 1, "e1")).version, 2);
}

TEST(Order, ASkipOfAResourceThatIsThereStandsByItself) {
  const Change change = decide(numbered(VersionMeans::strict, 3, "e3", noon - 1h), facts_with(a_resource("PENDING", 1)));
  EXPECT_EQ(change.skip, 3);
  EXPECT_FALSE(change.resource);
}

TEST(Order, AResourceHoldsOnlySoManySkips) {
  ModelStore store = a_store(1);
  for (std::int64_t i = 0; i < static_cast<std::int64_t>(limits::skips_per_resource_max); ++i)
    EXPECT_EQ(store.submit(numbered(VersionMeans::strict, 3 + i, "e" + std::to_string(i), noon - 1h)).code, Code::expired);
  const EventIntent one_more = numbered(VersionMeans::strict, 1'000, "one more", noon - 1h);
  EXPECT_EQ(store.submit(one_more).code, Code::busy);
  EXPECT_FALSE(store.ledger.contains(one_more.key));
  EXPECT_FALSE(store.letters.contains({"one more", Code::expired}));
  EXPECT_EQ(store.submit(numbered(VersionMeans::strict, 2, "the missing one")).code, Code::applied);
  EXPECT_EQ(store.resources["r1"].seen_version, 102);
  EXPECT_EQ(store.submit(one_more).code, Code::expired);
}

// Every order of arrival of four events, any of them expired, each sent five times over: always the same end.
void every_order_ends_alike(VersionMeans means) {
  for (unsigned late = 0; late < 16; ++late) {
    const auto is_late = [late](std::int64_t version) { return (late >> (version - 1) & 1) != 0; };
    std::int64_t last_good = 0;
    for (std::int64_t version = 1; version <= 4; ++version) last_good = is_late(version) ? last_good : version;

    std::array<std::int64_t, 4> order{1, 2, 3, 4};
    do {
      ModelStore store = a_store();
      std::map<std::int64_t, Code> ended;
      for (int sent = 0; sent < 5; ++sent)
        for (const std::int64_t version : order) {
          const std::optional<WallTime> expiry = is_late(version) ? std::optional{noon - 1h} : std::nullopt;
          ended[version] = store.submit(numbered(means, version, "e" + std::to_string(version), expiry)).code;
        }

      const Resource& end = store.resources["r1"];
      const bool strict = means == VersionMeans::strict;
      for (const auto& [version, code] : ended) {
        EXPECT_EQ(code == Code::expired, is_late(version));
        EXPECT_TRUE(is_late(version) || code == Code::applied || (!strict && code == Code::stale));
      }
      // Under `latest` a newer event that came first, late or not, makes the older ones stale.
      EXPECT_TRUE(strict ? end.version == last_good : end.version <= last_good);
      EXPECT_EQ(end.seen_version, 4);
      EXPECT_TRUE(end.skipped.empty());
      EXPECT_TRUE(store.waiting.empty());
      EXPECT_TRUE(std::ranges::is_sorted(store.versions_made["r1"], std::ranges::less_equal{})) << "I5: each once, rising";
    } while (std::ranges::next_permutation(order).found);
  }
}
TEST(Order, StrictEveryOrderOfArrivalEndsAlike) { every_order_ends_alike(VersionMeans::strict); }
TEST(Order, LatestNoOrderOfArrivalTakesAVersionBack) { every_order_ends_alike(VersionMeans::latest); }

}  // namespace
}  // namespace senja::rules
