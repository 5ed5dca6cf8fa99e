#include "contract/plan.h"

#include <algorithm>
#include <utility>

#include "contract/places.h"

namespace senja::contract {

namespace {

// Numbers places and builds fields. All places are entered before the first is numbered, because the numbers of the
// others begin where those of the pointers end.
class Compiler {
 public:
  explicit Compiler(ReadingPlan& plan) : plan_(plan), contract_(plan.contract) {}
  void enter_places();
  void build_fields();
  void choose_fingerprint();

 private:
  void enter(const Place& place);
  std::size_t number_of(const Place& place);
  Field field(const Place& place, Pick::Type spells);
  Field named(const std::string& name, const Place& place, Pick::Type spells);
  bool required(const std::string& name) const;

  ReadingPlan& plan_;
  const Contract& contract_;
};

bool same_place(const Place& a, const Place& b) { return a.kind == b.kind && a.name == b.name && a.tokens == b.tokens; }

}  // namespace

ReadingPlan compile(Contract contract) {
  ReadingPlan plan;
  plan.contract = std::move(contract);
  Compiler compiler{plan};
  compiler.enter_places();
  compiler.build_fields();
  compiler.choose_fingerprint();
  return plan;
}

namespace {

void Compiler::enter_places() {
  for_places(contract_, [&](const Place& place) { enter(place); });
  plan_.texts.resize(plan_.pointers.size() + plan_.others.size());
  for_places(contract_, [&](const Place& place) { plan_.texts[number_of(place)] = place.text; });
}

void Compiler::enter(const Place& place) {
  if (place.kind == Place::Kind::json) {
    plan_.pointers.add(place.tokens);
    return;
  }
  if (std::ranges::any_of(plan_.others, [&](const Place& known) { return same_place(known, place); })) return;
  plan_.others.push_back(place);
  if (place.kind == Place::Kind::header) plan_.kept_headers.push_back(place.name);
  if (place.kind == Place::Kind::query) plan_.keeps_query = true;
}

std::size_t Compiler::number_of(const Place& place) {
  if (place.kind == Place::Kind::json) return plan_.pointers.add(place.tokens);
  const auto at = std::ranges::find_if(plan_.others, [&](const Place& known) { return same_place(known, place); });
  return plan_.pointers.size() + static_cast<std::size_t>(at - plan_.others.begin());
}

void Compiler::build_fields() {
  using Type = Pick::Type;
  if (contract_.event_id_from_scheme)
    plan_.event_id = {
        .where = "event_id", .number = plan_.texts.size(), .spells = Type::any, .required = true, .fallback = {}};
  else
    plan_.event_id = named("event_id", contract_.event_id, Type::any);
  plan_.event_id.required = true;
  if (contract_.resource_id) plan_.resource_id = named("resource_id", *contract_.resource_id, Type::any);
  if (contract_.action) plan_.action = named("action", *contract_.action, Type::any);
  if (contract_.version) plan_.version = named("version", *contract_.version, Type::integer);
  if (contract_.issued_at) plan_.issued_at = named("issued_at", contract_.issued_at->at, Type::integer);
  if (contract_.expires_at)
    plan_.expires_at = named("expires_at", contract_.expires_at->at, Type::integer);
  else if (required("expires_at"))
    plan_.expires_at = {.where = "expires_at", .number = {}, .spells = Type::any, .required = true, .fallback = {}};

  for (const auto& [action, rule] : contract_.derived_expiry) {
    Field from = field(rule.from.at, Type::integer);
    from.required = !contract_.defaults.contains("expires_at");
    plan_.derived_from.emplace(action, std::move(from));
  }
  for (const Pick& pick : contract_.picks) {
    Field picked = field(pick.at, pick.type);
    picked.required = pick.required;
    picked.fallback = pick.fallback;
    plan_.picks.push_back(std::move(picked));
  }
}

Field Compiler::field(const Place& place, Pick::Type spells) {
  Field field{.where = place.text, .number = number_of(place), .spells = Pick::Type::any, .required = false, .fallback = {}};
  if (place.kind != Place::Kind::json) field.spells = spells;
  return field;
}

Field Compiler::named(const std::string& name, const Place& place, Pick::Type spells) {
  Field found = field(place, spells);
  found.required = required(name);
  if (const auto stated = contract_.defaults.find(name); stated != contract_.defaults.end()) found.fallback = stated->second;
  return found;
}

bool Compiler::required(const std::string& name) const { return std::ranges::count(contract_.required, name) > 0; }

void Compiler::choose_fingerprint() {
  const auto count = [&](const Place& place) { plan_.fingerprint.push_back(number_of(place)); };
  if (contract_.fingerprinting == Contract::Fingerprinting::contract) for_field_places(contract_, count);
  if (contract_.fingerprinting == Contract::Fingerprinting::chosen) std::ranges::for_each(contract_.fingerprint, count);
}

}  // namespace

}  // namespace senja::contract
