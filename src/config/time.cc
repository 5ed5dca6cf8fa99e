#include "config/duration.h"
#include "config/parts.h"

namespace senja::config {

namespace {

void read_remember_for(Section& source, rules::TimePolicy& time);
std::optional<Micros> some_time(Section& source, std::string_view key);  // more than none
Micros covered_by_memory(const rules::TimePolicy& time);
bool always_expires(const contract::Contract& contract);
void check_memory(Section& source, const Draft& draft, std::optional<Micros> redelivery_within);

}  // namespace

void read_time(Section& source, Draft& draft) {
  rules::TimePolicy& time = draft.policy.time;
  contract::Contract& contract = draft.contract;
  if (const Node* margin = source.find("margin"); margin != nullptr && margin->text == "auto")
    source.problem("margin", "\"auto\" is not supported by this version: write how far clocks may disagree, like \"5s\"");
  else
    time.margin = source.duration("margin", limits::margin_max).value_or(time.margin);
  using rules::InDoubt;
  time.in_doubt =
      source.choice<InDoubt>("in_doubt", {{"apply", InDoubt::apply}, {"refuse", InDoubt::refuse}}).value_or(time.in_doubt);
  time.grace = source.duration("grace").value_or(time.grace);
  read_remember_for(source, time);
  draft.policy.abandon_after = some_time(source, "abandon_after").value_or(draft.policy.abandon_after);
  draft.policy.answer_within = some_time(source, "answer_within").value_or(draft.policy.answer_within);

  time.max_age = source.duration("max_age");
  if (source.find("max_age") != nullptr) {
    if (!contract.issued_at) source.problem("max_age", "needs contract.issued_at: an age has a beginning");
    need(contract, "issued_at");
  }
  if (contract.derived_expiry.contains("")) need(contract, "expires_at");
  const auto redelivery_within = source.duration("redelivery_within");
  if (!always_expires(contract) && contract.issued_at && !time.max_age && time.remember_for &&
      *time.remember_for > 2 * time.margin)
    time.max_age = covered_by_memory(time);
  check_memory(source, draft, redelivery_within);

  if (const auto prefix = source.text("resource_prefix")) {
    contract.resource_prefix = *prefix;
    if (!contract.resource_id) source.problem("resource_prefix", "needs contract.resource_id");
    if (prefix->size() >= limits::id_bytes_max) source.problem("resource_prefix", "leaves no room for an id");
  }
}

namespace {

void read_remember_for(Section& source, rules::TimePolicy& time) {
  const Node* node = source.find("remember_for");
  if (node == nullptr) return;
  if (node->kind == Node::Kind::text && node->text == "forever") {
    time.remember_for = std::nullopt;
    return;
  }
  time.remember_for = source.duration("remember_for").value_or(*time.remember_for);
  if (*time.remember_for <= 2 * time.margin) source.problem("remember_for", "must be longer than twice the margin");
}

std::optional<Micros> some_time(Section& source, std::string_view key) {
  const auto span = source.duration(key);
  if (span && *span == Micros{0}) source.problem(key, "must be longer than nothing");
  return span;
}

// Twice the margin: an event may come a margin before it was issued, which starts its memory that much earlier, and be let
// in until a margin after its greatest age.
Micros covered_by_memory(const rules::TimePolicy& time) { return *time.remember_for - 2 * time.margin; }

bool always_expires(const contract::Contract& contract) {
  return is_required(contract, "expires_at") || contract.derived_expiry.contains("") ||
         contract.defaults.contains("expires_at");
}

// Memory must cover acceptance (SPEC 2.4): a repeat that could still be applied must still be known. An event with an
// expiry is remembered beyond it; any other must be bounded by its age or by its sender's promise.
void check_memory(Section& source, const Draft& draft, std::optional<Micros> redelivery_within) {
  const rules::TimePolicy& time = draft.policy.time;
  if (!time.remember_for || always_expires(draft.contract)) return;
  const Micros covered = covered_by_memory(time);
  const std::string advice = " must be at most " + format_duration(covered) + " (remember_for less twice the margin)";
  if (redelivery_within) {
    if (*redelivery_within > covered)
      source.problem("redelivery_within", advice.substr(1) + ", or remember_for = \"forever\"");
    return;
  }
  const bool always_issued = is_required(draft.contract, "issued_at") || draft.contract.defaults.contains("issued_at");
  if (draft.contract.issued_at && always_issued) {
    if (time.max_age && *time.max_age > covered)
      source.problem("max_age", advice.substr(1) + ", or remember_for = \"forever\"");
    return;
  }
  source.problem(
      "remember_for",
      "events of this source could be accepted after they are forgotten: require expires_at, or require issued_at, or "
      "say how long the sender may send an event again (redelivery_within), or set remember_for = \"forever\"");
}

}  // namespace

}  // namespace senja::config
