// intent + facts → change: the one decision, for events, rejections, replays and PUTs. Pure and total: every input has
// an answer. Production, the simulator and the fuzzers call this very function.
//
// The order of judgement, first match wins: ledger (duplicate, reused_id) · ignored · expired · future · too_old ·
// unknown_resource · stale · sunset · gap · conflict.state · conflict.effect, .rows · applied.
//
// A store calls it once; where the change says run_effects and an effect fails, the store undoes the effects, puts the
// failure into the facts and asks again.
#pragma once

#include "senja/rules/change.h"
#include "senja/rules/facts.h"
#include "senja/rules/intent.h"

namespace senja::rules {

Change decide(const Intent& intent, const Facts& facts);

// What a store must read for the facts. Everything else may stay empty.
struct Needs {
  bool resource = false;
  bool skipped = false;
};
Needs needs(const Intent& intent);

// How long the record of an event is kept. It starts at the later of its arrival and its judgement: a clock that was put
// right in between would else end a memory before it began.
WallTime memory_until(const EventIntent& event, const TimePolicy& time, WallTime decided_at);

}  // namespace senja::rules
