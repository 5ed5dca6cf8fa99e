#include <algorithm>

#include "config/parts.h"

namespace senja::config {

namespace {

using contract::DerivedExpiry;
using contract::TimeField;
using contract::TimeUnit;

constexpr std::string_view fields[] = {"event_id", "resource_id", "action", "version", "issued_at", "expires_at"};

void read_version(Section& section, Draft& draft);
std::optional<TimeField> read_time_field(Section& section, std::string_view key);
void read_expiry(Section& section, Draft& draft);
std::optional<DerivedExpiry> read_derived(Section& table, const signature::Scheme& scheme);
void read_required(Section& section, contract::Contract& contract);
void read_defaults(Section section, contract::Contract& contract);
bool is_field(std::string_view name) { return std::ranges::count(fields, name) > 0; }
bool configured(const contract::Contract& contract, std::string_view field);
void id_from_scheme(Section& section, Draft& draft);
bool steady_on_redelivery(const contract::Place& place, const signature::Scheme& scheme);
std::optional<TimeUnit> read_unit(Section& section) {
  return section.choice<TimeUnit>("unit", {{"s", TimeUnit::s}, {"ms", TimeUnit::ms}, {"auto", TimeUnit::automatic}});
}

}  // namespace

void read_contract(Section section, Draft& draft) {
  contract::Contract& contract = draft.contract;
  if (auto place = read_place(section, "event_id"))
    contract.event_id = std::move(*place);
  else if (section.find("event_id") == nullptr)
    id_from_scheme(section, draft);
  contract.resource_id = read_place(section, "resource_id");
  contract.action = read_place(section, "action");
  draft.policy.reads_action = section.find("action") != nullptr;
  read_version(section, draft);
  contract.issued_at = read_time_field(section, "issued_at");
  read_expiry(section, draft);
  read_defaults(section.table("defaults"), contract);
  read_required(section, contract);
  need(contract, "event_id");
  section.later("schema", "JSON Schemas stand beside the contract: in [source.NAME.schema], by action");
  section.later("preset", "presets are not supported by this version: write the fields out");
  section.finish();
}

namespace {

// Ids in headers are the engine's to name; one in the body is read like any other field.
void id_from_scheme(Section& section, Draft& draft) {
  const signature::Scheme& scheme = draft.source.scheme;
  if (scheme.id.empty())
    return section.problem("event_id",
                           "is needed: where the event's id stands (the scheme \"" + scheme.name + "\" names none)");
  draft.contract.event_id_from_scheme = scheme.id.front().kind != signature::Place::Kind::json;
  if (draft.contract.event_id_from_scheme) return;
  if (auto place = contract::parse_place("json:" + scheme.id.front().name)) draft.contract.event_id = std::move(*place);
}

void read_version(Section& section, Draft& draft) {
  using rules::VersionMeans;
  const Node* node = section.find("version");
  if (node == nullptr) return;
  if (node->kind == Node::Kind::text)
    return section.problem("version",
                           "must say what it means: { at = \"" + node->text + "\", means = \"expected\" } or \"new\"");
  Section version = section.table("version");
  if (!version.present()) return;
  draft.contract.version = read_place(version, "at");
  if (version.find("at") == nullptr) version.problem("at", "is needed: where the version stands");

  enum class Means { expected, made };
  const auto means = version.choice<Means>("means", {{"expected", Means::expected}, {"new", Means::made}});
  const auto order =
      version.choice<VersionMeans>("order", {{"strict", VersionMeans::strict}, {"latest", VersionMeans::latest}});
  if (version.find("means") == nullptr)
    version.problem("means", "is needed: \"expected\" (the version before the event) or \"new\" (the one it makes)");
  if (means == Means::expected && order) version.problem("order", "belongs to means = \"new\"");
  if (means)
    draft.policy.version = *means == Means::expected ? VersionMeans::expected : order.value_or(VersionMeans::strict);
  if (section.find("resource_id") == nullptr)
    section.problem("version", "needs contract.resource_id: versions belong to resources");
  version.finish();
  need(draft.contract, "version");
}

// A place, or { at, unit }.
std::optional<TimeField> read_time_field(Section& section, std::string_view key) {
  const Node* node = section.find(key);
  if (node == nullptr) return std::nullopt;
  if (node->kind == Node::Kind::text) {
    auto place = read_place(section, key);
    return place ? std::optional(TimeField{std::move(*place), TimeUnit::automatic}) : std::nullopt;
  }
  Section table = section.table(key);
  if (!table.present()) return std::nullopt;
  if (table.find("at") == nullptr) table.problem("at", "is needed: where the time stands");
  auto place = read_place(table, "at");
  const auto unit = read_unit(table);
  table.finish();
  return place ? std::optional(TimeField{std::move(*place), unit.value_or(TimeUnit::automatic)}) : std::nullopt;
}

// A place; { at, unit }; { from, plus, unit }; and an entry that is itself a table is the rule of the action it is named
// after: { CLAIM = { from, plus } }.
void read_expiry(Section& section, Draft& draft) {
  const Node* node = section.find("expires_at");
  if (node == nullptr) return;
  contract::Contract& contract = draft.contract;
  if (node->kind != Node::Kind::table) {
    contract.expires_at = read_time_field(section, "expires_at");
    return;
  }
  Section table = section.table("expires_at");
  table.each([&](const std::string& name, const Node& entry) {
    if (entry.kind != Node::Kind::table) return;
    if (!contract.action) table.problem(name, "an expiry for one action needs contract.action");
    if (!word_is_sound(name)) table.problem(name, "is no action: 1 to 64 bytes without control bytes");
    Section derived = table.inside(entry, name);
    if (auto rule = read_derived(derived, draft.source.scheme)) contract.derived_expiry.emplace(name, std::move(*rule));
    derived.finish();
  });

  Section top(node, node->origin, table.path(), section.report());
  for (const auto& [name, entry] : node->entries)
    if (entry.kind == Node::Kind::table) top.find(name);  // read above
  if (auto place = read_place(top, "at"))
    contract.expires_at = TimeField{std::move(*place), read_unit(top).value_or(TimeUnit::automatic)};
  if (top.find("from") != nullptr || top.find("plus") != nullptr)
    if (auto rule = read_derived(top, draft.source.scheme)) contract.derived_expiry.emplace("", std::move(*rule));
  if (!contract.expires_at && contract.derived_expiry.empty() && top.find("at") == nullptr)
    top.problem("", "needs `at` (where the expiry stands) or `from` and `plus` (what it is derived from)");
  (void)top.find("unit");
  top.finish();
}

std::optional<DerivedExpiry> read_derived(Section& table, const signature::Scheme& scheme) {
  for (const char* key : {"from", "plus"})
    if (table.find(key) == nullptr) table.problem(key, "is needed: an expiry is derived `from` a time `plus` a duration");
  auto from = read_place(table, "from");
  const auto plus = table.duration("plus");
  const auto unit = read_unit(table);
  if (from && !steady_on_redelivery(*from, scheme)) {
    table.problem("from", "must be a field of the body or a signed header that is the same on every redelivery");
    return std::nullopt;
  }
  if (!from || !plus) return std::nullopt;
  return DerivedExpiry{TimeField{std::move(*from), unit.value_or(TimeUnit::automatic)}, *plus};
}

// A header counts only where the signature covers it; the signature's own timestamp is made afresh for every attempt.
bool steady_on_redelivery(const contract::Place& place, const signature::Scheme& scheme) {
  using Kind = contract::Place::Kind;
  if (place.kind == Kind::json || place.kind == Kind::form) return true;
  if (place.kind == Kind::query) return false;
  const auto same = [&](const signature::Place& other) {
    return other.kind == signature::Place::Kind::header && same_name(other.name, place.name);
  };
  if (scheme.time && std::ranges::any_of(scheme.time->from, same)) return false;
  return std::ranges::any_of(scheme.signed_bytes, [&](const signature::Piece& piece) {
    return piece.kind == signature::Piece::Kind::place && same(piece.place);
  });
}

void read_required(Section& section, contract::Contract& contract) {
  for (const std::string& field : section.texts("required")) {
    if (!is_field(field))
      section.problem("required",
                      "\"" + field + "\" is not a field" + nearest(field, {std::begin(fields), std::end(fields)}));
    else if (section.find(field) == nullptr && !configured(contract, field))
      section.problem("required", "\"" + field + "\" is required, but the contract does not say where it stands");
    else if (!is_required(contract, field))
      contract.required.push_back(field);
  }
}

void read_defaults(Section section, contract::Contract& contract) {
  section.each([&](const std::string& field, const Node& node) {
    const auto value = scalar_of(node);
    if (!is_field(field) || field == "event_id")
      section.problem(field, field == "event_id"
                                 ? "cannot have a default: every event has its own id"
                                 : "is not a field" + nearest(field, {std::begin(fields), std::end(fields)}));
    else if (!configured(contract, field))
      section.problem(field, "has a default, but the contract does not say where it stands");
    else if (!value)
      section.problem(field, "must be a single value, not " + std::string(kind_name(node.kind)));
    else
      contract.defaults.emplace(field, *value);
  });
}

bool configured(const contract::Contract& contract, std::string_view field) {
  if (field == "event_id") return true;
  if (field == "resource_id") return contract.resource_id.has_value();
  if (field == "action") return contract.action.has_value();
  if (field == "version") return contract.version.has_value();
  if (field == "issued_at") return contract.issued_at.has_value();
  return contract.expires_at.has_value() || !contract.derived_expiry.empty();
}

}  // namespace

}  // namespace senja::config
