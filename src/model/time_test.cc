#include "senja/model/time.h"

#include <gtest/gtest.h>

#include <concepts>

namespace senja {
namespace {

using namespace std::chrono_literals;

// TIM-11: instants of two clocks neither compare nor subtract nor convert. What must not compile is asked for here.
template <class A, class B>
concept Comparable = requires(A a, B b) { a < b; } || requires(A a, B b) { a == b; };
template <class A, class B>
concept Subtractable = requires(A a, B b) { a - b; };
template <class A, class B>
concept Convertible = std::convertible_to<A, B> || requires(A a) { B{a}; };

template <class A, class B>
constexpr bool apart = !Comparable<A, B> && !Comparable<B, A> && !Subtractable<A, B> && !Subtractable<B, A> &&
                       !Convertible<A, B> && !Convertible<B, A>;

static_assert(apart<WallTime, StoreTime>);
static_assert(apart<WallTime, SteadyTime>);
static_assert(apart<WallTime, BootTime>);
static_assert(apart<StoreTime, SteadyTime>);
static_assert(apart<StoreTime, BootTime>);
static_assert(apart<SteadyTime, BootTime>);

// The same questions say yes within one clock, so the answers above are about the clocks.
static_assert(Comparable<WallTime, WallTime> && Subtractable<WallTime, WallTime> && Convertible<WallTime, WallTime>);

// No instant is a number, and no tag can be asked for the time.
static_assert(!std::convertible_to<std::int64_t, WallTime> && !std::convertible_to<Micros, WallTime>);
template <class Tag>
concept HasNow = requires { Tag::now(); };
static_assert(!HasNow<WallClock> && !HasNow<StoreClock> && !HasNow<SteadyClock> && !HasNow<BootClock>);

TEST(Time, TIM11_TheStoresClockCrossesToUtcByNameOnly) { EXPECT_EQ(utc(StoreTime{Micros{42}}), WallTime{Micros{42}}); }

TEST(Time, SumsStopAtTheEndsOfTheScale) {
  const WallTime middle{Micros{1'000}};
  EXPECT_EQ(plus(middle, Micros{5}), WallTime{Micros{1'005}});
  EXPECT_EQ(minus(middle, Micros{5}), WallTime{Micros{995}});
  EXPECT_EQ(plus(WallTime::max(), 1us), WallTime::max());
  EXPECT_EQ(plus(WallTime::min(), -1us), WallTime::min());
  EXPECT_EQ(minus(WallTime::min(), 1us), WallTime::min());
  EXPECT_EQ(minus(WallTime::max(), -1us), WallTime::max());
  EXPECT_EQ(minus(WallTime{Micros{0}}, Micros::min()), WallTime::max());
}

TEST(Time, SpansStopAtTheEndsOfTheScale) {
  EXPECT_EQ(between(WallTime{Micros{3}}, WallTime{Micros{10}}), 7us);
  EXPECT_EQ(between(WallTime{Micros{10}}, WallTime{Micros{3}}), -7us);
  EXPECT_EQ(between(WallTime::min(), WallTime::max()), Micros::max());
  EXPECT_EQ(between(WallTime::max(), WallTime::min()), Micros::min());
}

}  // namespace
}  // namespace senja
