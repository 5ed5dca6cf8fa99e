#include <algorithm>
#include <limits>

#include "rules/judge.h"
#include "rules/order.h"
#include "senja/model/limits.h"
#include "senja/rules/time_rules.h"

namespace senja::rules {

namespace {

Judgement against(Code code, std::string detail, const Resource& resource);
bool at_the_last_version(VersionMeans means, std::int64_t number);
std::string wrong_state(const Resource& resource, const Transition& transition);

}  // namespace

std::optional<Judgement> judge_resource(const EventIntent& event, const Facts& facts, const Terms& terms, Now now) {
  const Policy& policy = *event.policy;
  const bool there = exists(facts.resource);
  if (!there && !event.transition->create)
    return Judgement{.code = Code::unknown_resource,
                     .detail = "resource \"" + event.resource_id->text + "\" is not known",
                     .retry_after = policy.retry_after};

  // A resource that is yet to be made stands at version 0, with whatever numbers a placeholder holds.
  const Resource resource = facts.resource.value_or(Resource{});
  const std::int64_t number = event.version.value_or(0);
  const Turn turn = turn_of(policy.version, number, resource, terms.number_is_its_own);
  const auto versions = [&] {
    return "the event says version " + std::to_string(number) + ", the resource is at " + std::to_string(resource.version);
  };

  if (turn == Turn::behind) return against(Code::stale, versions(), resource);
  if (there && resource.expires_at && past_sunset(*resource.expires_at, now)) {
    Judgement found = against(Code::sunset, "the resource's time has passed", resource);
    found.time = TimeDetail{now.clock, resource.expires_at, Micros{}, between(*resource.expires_at, now.clock)};
    return found;
  }
  if (turn == Turn::ahead) {
    Judgement found = against(Code::gap, versions(), resource);
    found.retry_after = policy.retry_after;
    return found;
  }
  if (at_the_last_version(policy.version, number))
    return against(Code::conflict_state, "there is no later version", resource);
  if (there && std::ranges::find(event.transition->from, resource.state) == event.transition->from.end())
    return against(Code::conflict_state, wrong_state(resource, *event.transition), resource);
  return std::nullopt;
}

ResourceWrite moved(const EventIntent& event, const std::optional<Resource>& held, const Terms& terms) {
  ResourceWrite row = row_of(held);
  const bool there = exists(held);
  row.state = event.transition->to;
  row.revision = next_revision(row.revision);
  row.placeholder = false;
  if (!there) row.expires_at = terms.expires_at;  // its sunset
  switch (event.policy->version) {
    case VersionMeans::none:
      if (!there) row.version = 1;
      break;
    case VersionMeans::expected:
      row.version = event.version.value_or(0) + 1;
      break;
    case VersionMeans::strict:
    case VersionMeans::latest:
      row.version = event.version.value_or(0);
      break;
  }
  row.seen_version = std::max(row.seen_version, row.version);
  if (held) row.seen_version = advanced(row.seen_version, held->skipped);
  return row;
}

std::int64_t next_revision(std::int64_t revision) {
  return revision == std::numeric_limits<std::int64_t>::max() ? revision : revision + 1;
}

namespace {

Judgement against(Code code, std::string detail, const Resource& resource) {
  return {.code = code, .detail = std::move(detail), .version = resource.version};
}

// Under `expected` the event makes number + 1, otherwise the number itself; neither may leave the scale.
bool at_the_last_version(VersionMeans means, std::int64_t number) {
  if (means == VersionMeans::none) return false;
  return means == VersionMeans::expected ? number >= limits::version_max : number > limits::version_max;
}

std::string wrong_state(const Resource& resource, const Transition& transition) {
  std::string wanted;
  for (const State& each : transition.from) wanted += (wanted.empty() ? "" : " or ") + each.text;
  return "the resource is " + resource.state.text + ", the transition starts at " + wanted;
}

}  // namespace

}  // namespace senja::rules
