#include "rules/order.h"

#include <algorithm>

#include "senja/model/limits.h"

namespace senja::rules {

namespace {

Turn against(std::int64_t number, std::int64_t next);
bool contains(const std::vector<std::int64_t>& numbers, std::int64_t number);
std::int64_t last_used(const Resource& resource) { return std::max(resource.version, resource.seen_version); }

}  // namespace

Turn turn_of(VersionMeans means, std::int64_t number, const Resource& resource, bool used_by_itself) {
  if (means == VersionMeans::none) return Turn::next;
  if (means == VersionMeans::expected) return against(number, resource.version);

  const std::int64_t used = last_used(resource);
  if (number <= used) return used_by_itself && number > resource.version ? Turn::next : Turn::behind;
  if (means == VersionMeans::latest) return Turn::next;
  if (!used_by_itself && contains(resource.skipped, number)) return Turn::behind;
  return against(number - 1, used);
}

std::int64_t advanced(std::int64_t seen, const std::vector<std::int64_t>& skipped) {
  for (const std::int64_t number : skipped)
    if (number > seen && number - 1 == seen) seen = number;
  return seen;
}

bool uses_number(VersionMeans means, Code code) {
  if (means != VersionMeans::strict && means != VersionMeans::latest) return false;
  switch (code) {
    case Code::applied:
    case Code::expired:
    case Code::sunset:
    case Code::conflict_state:
    case Code::conflict_rows:
    case Code::conflict_effect:
      return true;
    case Code::ignored:
    case Code::too_old:
      return means == VersionMeans::strict;
    default:
      return false;
  }
}

NumberUse use_number(VersionMeans means, std::int64_t number, const std::optional<Resource>& held) {
  const Resource resource = held.value_or(Resource{});
  const std::int64_t used = last_used(resource);
  // A number beyond the last one is no number: using it up would leave nothing to come after it.
  if (number <= used || number > limits::version_max || contains(resource.skipped, number)) return {};

  NumberUse use;
  const bool in_turn = means == VersionMeans::latest || number - 1 == used;
  if (!in_turn) {
    if (resource.skipped.size() >= limits::skips_per_resource_max) return {.row = {}, .skip = {}, .full = true};
    use.skip = number;
    if (held) return use;  // the skip stands by itself
  }
  use.row = row_of(held);
  if (in_turn) use.row->seen_version = advanced(number, resource.skipped);
  return use;
}

ResourceWrite row_of(const std::optional<Resource>& held) {
  ResourceWrite row;
  if (!held) {
    row.kind = ResourceWrite::Kind::create;
    row.placeholder = true;
    return row;
  }
  row.expected_revision = held->revision;
  row.state = held->state;
  row.version = held->version;
  row.seen_version = held->seen_version;
  row.revision = held->revision;
  row.expires_at = held->expires_at;
  row.placeholder = held->placeholder;
  return row;
}

namespace {

Turn against(std::int64_t number, std::int64_t next) {
  if (number == next) return Turn::next;
  return number < next ? Turn::behind : Turn::ahead;
}

bool contains(const std::vector<std::int64_t>& numbers, std::int64_t number) {
  return std::ranges::find(numbers, number) != numbers.end();
}

}  // namespace

}  // namespace senja::rules
