// The values of a request at all places of a plan, in one pass over its body.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "contract/plan.h"
#include "senja/contract/json.h"
#include "senja/model/event.h"
#include "senja/model/request.h"

namespace senja::contract {

struct Gathered {
  std::vector<Found> values;         // by number; their `raw` lives as long as the request and the id stay where they are
  std::optional<Violation> problem;  // not JSON, or a place that holds more than one value; the other values are right
};

Gathered gather(const ReadingPlan& plan, const RawRequest& request, std::string_view signed_id);

}  // namespace senja::contract
