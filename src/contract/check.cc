#include "contract/check.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "contract/places.h"
#include "contract/utf8.h"
#include "contract/values.h"
#include "senja/model/limits.h"

namespace senja::contract {

namespace {

using Problem = std::optional<std::string>;

Problem of_event_id(const Contract& contract);
Problem of_required(const Contract& contract);
Problem of_defaults(const Contract& contract);
Problem of_derived(const Contract& contract);
Problem of_picks(const Contract& contract);
Problem of_fingerprint(const Contract& contract);
Problem of_prefix(const Contract& contract);
Problem of_body(const Contract& contract);
Problem of_schemas(const Contract& contract);

constexpr std::array<std::string_view, 6> field_names{"event_id", "resource_id", "action",
                                                      "version",  "issued_at",   "expires_at"};
bool is_known(const std::string& name) { return std::ranges::count(field_names, name) > 0; }
bool has_place(const Contract& contract, const std::string& name);
bool is_word(const std::string& text) {
  const Scalar scalar{text};
  return read_word(&scalar) && is_utf8(text);
}

}  // namespace

std::optional<std::string> problem_of(const Contract& contract) {
  for (const auto of :
       {of_event_id, of_required, of_defaults, of_derived, of_picks, of_fingerprint, of_prefix, of_body, of_schemas})
    if (auto problem = of(contract)) return problem;
  return std::nullopt;
}

namespace {

Problem of_event_id(const Contract& contract) {
  const bool has_one = !contract.event_id.text.empty();
  if (contract.event_id_from_scheme && has_one) return "event_id: either a place or the scheme names it, not both";
  if (!contract.event_id_from_scheme && !has_one) return "event_id: no place is named, and the scheme names no id";
  return std::nullopt;
}

Problem of_required(const Contract& contract) {
  for (const std::string& name : contract.required) {
    if (!is_known(name)) return "required: \"" + name + "\" is no field of an event";
    const bool derived = name == "expires_at" && !contract.derived_expiry.empty();
    if (!has_place(contract, name) && !derived) return "required: \"" + name + "\" has no place in the contract";
  }
  return std::nullopt;
}

Problem of_defaults(const Contract& contract) {
  for (const auto& [name, value] : contract.defaults) {
    if (!is_known(name)) return "defaults: \"" + name + "\" is no field of an event";
    if (name == "event_id") return "defaults: event_id can have none, it tells events apart";
    if (!has_place(contract, name)) return "defaults: \"" + name + "\" has no place in the contract";
    Problem wrong;
    const auto judge = [&](const auto& read) {
      if (!read) wrong = "defaults: " + name + ": expected " + read.error();
    };
    if (name == "resource_id")
      judge(read_id(&value, limits::id_bytes_max - std::min(limits::id_bytes_max, contract.resource_prefix.size())));
    if (name == "action") judge(read_word(&value));
    if (name == "version") judge(read_version(&value));
    if (name == "issued_at") judge(read_time(&value, contract.issued_at->unit));
    if (name == "expires_at") judge(read_time(&value, contract.expires_at->unit));
    if (wrong) return wrong;
  }
  return std::nullopt;
}

Problem of_derived(const Contract& contract) {
  for (const auto& [action, rule] : contract.derived_expiry) {
    const std::string which = action.empty() ? "expires_at: " : "expires_at: " + action + ": ";
    if (!action.empty() && !contract.action) return which + "the contract names no action";
    if (!action.empty() && !is_word(action)) return which + "is no action: " + read_word(nullptr).error() + " is";
    if (rule.from.at.text.empty()) return which + "from: no place is named";
    if (rule.from.at.kind == Place::Kind::query)
      return which + "from: a query is not signed; take a field of the body or a header";
    if (rule.plus <= Micros{0} || rule.plus > limits::config_time_max)
      return which + "plus: has to be above zero and at most 366 days";
  }
  return std::nullopt;
}

Problem of_picks(const Contract& contract) {
  for (const Pick& pick : contract.picks) {
    if (pick.at.text.empty()) return "bind: no place is named";
    if (!pick.on.empty() && !contract.action)
      return pick.at.text + ": is read for some actions only, but the contract names no action";
    if (!pick.fallback) continue;
    if (const auto read = read_pick(&*pick.fallback, pick.type); !read)
      return pick.at.text + ": default: expected " + read.error();
  }
  return std::nullopt;
}

Problem of_fingerprint(const Contract& contract) {
  const bool chosen = contract.fingerprinting == Contract::Fingerprinting::chosen;
  if (chosen == contract.fingerprint.empty())
    return "fingerprint: places have to be named where they are chosen, and only there";
  return std::nullopt;
}

Problem of_prefix(const Contract& contract) {
  const std::string& prefix = contract.resource_prefix;
  if (prefix.size() >= limits::id_bytes_max || prefix.find('\0') != std::string::npos || !is_utf8(prefix))
    return "resource_prefix: has to be UTF-8 without NUL, shorter than " + std::to_string(limits::id_bytes_max) + " bytes";
  if (!prefix.empty() && !contract.resource_id) return "resource_prefix: the contract names no resource_id";
  return std::nullopt;
}

// One body is either JSON or a form.
Problem of_body(const Contract& contract) {
  const Place* json = nullptr;
  const Place* form = nullptr;
  for_places(contract, [&](const Place& place) {
    if (place.kind == Place::Kind::json) json = &place;
    if (place.kind == Place::Kind::form) form = &place;
  });
  if (json && form) return form->text + ": the body cannot be a form, because " + json->text + " reads it as JSON";
  return std::nullopt;
}

Problem of_schemas(const Contract& contract) {
  for (const auto& [action, schema] : contract.schemas) {
    if (!action.empty() && !contract.action) return "schema: " + action + ": the contract names no action";
    if (!action.empty() && !is_word(action))
      return "schema: " + action + " is no action: " + read_word(nullptr).error() + " is";
  }
  const Place* form = nullptr;
  for_places(contract, [&](const Place& place) {
    if (place.kind == Place::Kind::form) form = &place;
  });
  if (form && !contract.schemas.empty())
    return form->text + ": the body cannot be a form, because a schema reads it as JSON";
  return std::nullopt;
}

bool has_place(const Contract& contract, const std::string& name) {
  if (name == "event_id") return true;  // judged by of_event_id
  if (name == "resource_id") return contract.resource_id.has_value();
  if (name == "action") return contract.action.has_value();
  if (name == "version") return contract.version.has_value();
  if (name == "issued_at") return contract.issued_at.has_value();
  return contract.expires_at.has_value();
}

}  // namespace

}  // namespace senja::contract
