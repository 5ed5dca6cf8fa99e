#include "senja/contract/reader.h"

#include <algorithm>
#include <utility>

#include "contract/check.h"
#include "contract/fields.h"
#include "contract/gather.h"
#include "contract/plan.h"
#include "contract/values.h"
#include "senja/model/limits.h"

namespace senja::contract {

namespace {

Read<std::string> as_event_id(const Scalar* value) { return read_id(value, limits::id_bytes_max); }
std::optional<ResourceId> resource_id(const ReadingPlan& plan, Fields& fields);
std::optional<WallTime> time(Fields& fields, const Field& field, TimeUnit unit);
std::optional<WallTime> expiry(const ReadingPlan& plan, Fields& fields, const std::optional<Action>& action);
std::optional<WallTime> derived_expiry(const ReadingPlan& plan, Fields& fields, const std::string& action);
std::vector<std::optional<Scalar>> picks(const ReadingPlan& plan, Fields& fields, const std::optional<Action>& action);
std::optional<Fingerprint> fingerprint(const ReadingPlan& plan, const std::string& body, const std::vector<Found>& values);
std::optional<Violation> misfit(const Contract& contract, const std::string& body, const std::optional<Action>& action);
KeptRequest keep(const ReadingPlan& plan, RawRequest request, std::string_view signed_id);

}  // namespace

std::expected<Event, Rejected> Reader::read(Verified verified) const {
  const ReadingPlan& plan = *plan_;
  const std::string signed_id{verified.signed_id()};
  RawRequest request = std::move(verified).release();
  const Gathered gathered = gather(plan, request, signed_id);
  Fields fields{gathered.values, gathered.problem};

  // A request that is no event is still called by its id, so that its letter can be found.
  const auto event_id = fields.get(plan.event_id, as_event_id);

  Event event;
  event.received_at = request.received_at;
  event.resource_id = resource_id(plan, fields);
  if (plan.action)
    if (auto action = fields.get(*plan.action, read_word)) event.action = Action{*std::move(action)};
  if (plan.version) event.version = fields.get(*plan.version, read_version);
  if (plan.issued_at) event.issued_at = time(fields, *plan.issued_at, plan.contract.issued_at->unit);
  event.expires_at = expiry(plan, fields, event.action);
  event.picks = picks(plan, fields, event.action);
  event.fingerprint = fingerprint(plan, request.body, gathered.values);
  if (!fields.violation())
    if (auto violation = misfit(plan.contract, request.body, event.action)) fields.refuse(*std::move(violation));
  event.kept = keep(plan, std::move(request), signed_id);

  if (const auto& violation = fields.violation()) {
    Rejected rejected{
        .violation = *violation, .event_id = {}, .received_at = event.received_at, .kept = std::move(event.kept)};
    if (event_id) rejected.event_id = EventId{*event_id};
    return std::unexpected{std::move(rejected)};
  }
  event.event_id = EventId{*event_id};
  return event;
}

std::expected<Reader, std::string> Reader::make(Contract contract) {
  if (auto problem = problem_of(contract)) return std::unexpected{*std::move(problem)};
  return Reader{std::make_unique<const ReadingPlan>(compile(std::move(contract)))};
}

Reader::Reader(std::unique_ptr<const ReadingPlan> plan) : plan_(std::move(plan)) {}
Reader::Reader(Reader&&) noexcept = default;
Reader& Reader::operator=(Reader&&) noexcept = default;
Reader::~Reader() = default;

const Contract& Reader::contract() const { return plan_->contract; }

namespace {

std::optional<ResourceId> resource_id(const ReadingPlan& plan, Fields& fields) {
  if (!plan.resource_id) return std::nullopt;
  const std::string& prefix = plan.contract.resource_prefix;
  const auto own = fields.get(*plan.resource_id,
                              [&](const Scalar* value) { return read_id(value, limits::id_bytes_max - prefix.size()); });
  if (!own) return std::nullopt;
  return ResourceId{prefix + *own};
}

std::optional<WallTime> time(Fields& fields, const Field& field, TimeUnit unit) {
  return fields.get(field, [&](const Scalar* value) { return read_time(value, unit); });
}

// What the event says itself, else what a rule derives, else the default.
std::optional<WallTime> expiry(const ReadingPlan& plan, Fields& fields, const std::optional<Action>& action) {
  const bool stated = plan.expires_at && fields.has(*plan.expires_at);
  if (!stated)
    if (const auto derived = derived_expiry(plan, fields, action ? action->text : "")) return derived;
  if (!plan.expires_at) return std::nullopt;
  return time(fields, *plan.expires_at, plan.contract.expires_at ? plan.contract.expires_at->unit : TimeUnit::automatic);
}

std::optional<WallTime> derived_expiry(const ReadingPlan& plan, Fields& fields, const std::string& action) {
  auto rule = plan.contract.derived_expiry.find(action);
  if (rule == plan.contract.derived_expiry.end()) rule = plan.contract.derived_expiry.find("");
  if (rule == plan.contract.derived_expiry.end()) return std::nullopt;
  const auto& [from, sum] = rule->second;
  const Field& field = plan.derived_from.at(rule->first);
  const auto start = time(fields, field, from.unit);
  if (!start) return std::nullopt;
  const WallTime end = plus(*start, sum);
  if (end > limits::event_time_max)
    fields.refuse(
        {Violation::Kind::contract, field.where, "a time whose expiry is not beyond the year 9999", format_rfc3339(*start)});
  return end;
}

std::vector<std::optional<Scalar>> picks(const ReadingPlan& plan, Fields& fields, const std::optional<Action>& action) {
  std::vector<std::optional<Scalar>> values(plan.picks.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Pick& pick = plan.contract.picks[i];
    if (!pick.on.empty() && (!action || std::ranges::find(pick.on, *action) == pick.on.end())) continue;
    values[i] = fields.get(plan.picks[i], [&](const Scalar* value) { return read_pick(value, pick.type); });
  }
  return values;
}

// Values as they were sent, each with a mark and its length in front: no two lists of values run together to the same bytes.
std::optional<Fingerprint> fingerprint(const ReadingPlan& plan, const std::string& body, const std::vector<Found>& values) {
  using Fingerprinting = Contract::Fingerprinting;
  if (plan.contract.fingerprinting == Fingerprinting::none) return std::nullopt;
  if (plan.contract.fingerprinting == Fingerprinting::body) return fingerprint_of(body);
  std::string bytes;
  for (const std::size_t number : plan.fingerprint) {
    const Found& found = values[number];
    if (found.kind == Found::Kind::missing)
      bytes += "-,";
    else
      bytes.append(std::to_string(found.raw.size())).append(":").append(found.raw).append(",");
  }
  return fingerprint_of(bytes);
}

// The body is JSON: it has been gathered from.
std::optional<Violation> misfit(const Contract& contract, const std::string& body, const std::optional<Action>& action) {
  auto schema = contract.schemas.find(action ? action->text : "");
  if (schema == contract.schemas.end()) schema = contract.schemas.find("");
  if (schema == contract.schemas.end()) return std::nullopt;
  const auto tree = parse_json(body);
  if (!tree)
    return Violation{Violation::Kind::contract, "body",
                     "JSON with each key once in its object, all texts Unicode, and at most 1000000 values",
                     std::string{tree.error().problem} + " at byte " + std::to_string(tree.error().at)};
  auto misfit = schema->second->misfit(*tree);
  if (!misfit) return std::nullopt;
  return Violation{Violation::Kind::contract, std::move(misfit->where), std::move(misfit->expected),
                   std::move(misfit->found)};
}

KeptRequest keep(const ReadingPlan& plan, RawRequest request, std::string_view signed_id) {
  const std::string_view query = plan.keeps_query ? request.query() : std::string_view{};
  const std::string_view id = plan.contract.event_id_from_scheme ? signed_id : std::string_view{};
  std::string context = keep_context(request.headers, query, plan.kept_headers, id);
  return {.body = std::move(request.body), .context = std::move(context)};
}

}  // namespace

}  // namespace senja::contract
