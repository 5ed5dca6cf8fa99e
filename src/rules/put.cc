// An operator's own write of a resource. It names the revision it saw; the sender's numbers go on from where they stand.
#include <algorithm>

#include "rules/decision.h"
#include "rules/judge.h"
#include "rules/order.h"

namespace senja::rules {

namespace {

RefusedBecause refusal(const PutIntent& put, const std::optional<Resource>& held);

}  // namespace

Change Decision::about(const PutIntent& put, const Facts& facts) {
  Change change;
  change.verdict.operator_call = true;
  const std::optional<Resource>& held = facts.resource;
  if (const RefusedBecause why = refusal(put, held); why != RefusedBecause::none) {
    change.verdict.refused = why;
    change.verdict.detail = why == RefusedBecause::revision ? "If-Match must name the resource's revision"
                                                            : "a resource's version never goes back";
    if (exists(held)) {
      change.verdict.version = held->version;
      change.verdict.revision = held->revision;
    }
    return change;
  }

  ResourceWrite row = row_of(held);
  row.state = put.state;
  row.version = put.version.value_or(exists(held) ? held->version : 1);
  row.seen_version = std::max(row.seen_version, row.version);
  if (held) row.seen_version = advanced(row.seen_version, held->skipped);
  row.revision = next_revision(row.revision);
  row.expires_at = put.expires_at;
  row.placeholder = false;

  change.verdict.code = Code::applied;
  change.verdict.created = !exists(held);
  change.verdict.version = row.version;
  change.verdict.revision = row.revision;
  change.resource = std::move(row);
  return change;
}

namespace {

// A condition on a resource that is not there fails like one on another revision.
RefusedBecause refusal(const PutIntent& put, const std::optional<Resource>& held) {
  const bool matches = exists(held) ? put.if_match == held->revision : !put.if_match;
  if (!matches) return RefusedBecause::revision;
  const std::int64_t at_least = exists(held) ? held->version : 0;
  return put.version && *put.version < at_least ? RefusedBecause::version_behind : RefusedBecause::none;
}

}  // namespace

}  // namespace senja::rules
