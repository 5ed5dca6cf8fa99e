#include "rules/judge.h"
#include "rules/memory.h"
#include "senja/rules/time_rules.h"

namespace senja::rules {

namespace {

Judgement timed(Code code, std::string detail, const Terms& terms, Now now, Micros late);

}  // namespace

std::optional<Judgement> judge_time(const EventIntent& event, const Facts& facts, const Terms& terms, Now now) {
  const TimePolicy& time = event.policy->time;
  if (terms.expires_at && expired(*terms.expires_at, now, time.in_doubt))
    return timed(Code::expired, "the event's time has passed", terms, now, between(*terms.expires_at, now.clock));

  if (event.issued_at && from_the_future(*event.issued_at, now)) {
    Judgement found = timed(Code::future, "issued later than now", terms, now, between(*event.issued_at, now.clock));
    found.retry_after = whole_seconds_up(between(plus(now.clock, now.margin), *event.issued_at));
    return found;
  }
  if (!terms.judge_age) return std::nullopt;

  if (time.max_age && event.issued_at && too_old(*event.issued_at, now, *time.max_age))
    return timed(Code::too_old, "issued longer ago than max_age", terms, now,
                 between(plus(*event.issued_at, *time.max_age), now.clock));

  // Whatever the clock says now: an event whose memory would have ended before the horizon may have been applied and
  // forgotten. One without any time is not compared; the source's remember_for is its owner's word that it is enough.
  const std::optional<WallTime> remembered = earliest_end_of_memory(event);
  if (facts.horizon && remembered && *remembered <= *facts.horizon)
    return timed(Code::too_old, "older than the oldest event still remembered", terms, now, between(*remembered, now.clock));
  return std::nullopt;
}

namespace {

Judgement timed(Code code, std::string detail, const Terms& terms, Now now, Micros late) {
  return {.code = code, .detail = std::move(detail), .time = TimeDetail{now.clock, terms.expires_at, now.margin, late}};
}

}  // namespace

}  // namespace senja::rules
