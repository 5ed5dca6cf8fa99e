#include <algorithm>

#include "config/parts.h"
#include "senja/signature/catalogue.h"

namespace senja::config {

namespace {

std::optional<signature::Scheme> read_scheme(Section& section, const Schemes& schemes);
void read_tolerance(Section& section, Draft& draft);
void read_answers(Section& section, Draft& draft);
void read_answer_fields(Section& section, Draft& draft);
void read_fingerprint(Section& section, Draft& draft);
void refuse_later_keys(Section& section);
void check_keys(Section& section, const inbound::Source& source);

// What answers say themselves (rules/answer.h).
constexpr std::string_view answer_words[] = {"status",     "event_id",  "version", "code",        "now",
                                             "expires_at", "margin_ms", "late_ms", "retry_after", "detail"};

}  // namespace

std::shared_ptr<const inbound::Source> read_source(Section section, const std::string& name, const Schemes& schemes,
                                                   const Surroundings& surroundings) {
  const std::size_t before = section.problem_count();
  Draft draft;
  draft.source.name = draft.policy.source = SourceName{name};
  if (auto scheme = read_scheme(section, schemes)) {
    draft.source.scheme = std::move(*scheme);
    draft.source.secrets = read_secrets(section, draft.source.scheme, surroundings);
    read_tolerance(section, draft);
    if (section.problem_count() == before) check_keys(section, draft.source);
  } else {
    section.find("secrets"), section.find("allow_short_secrets"), section.find("tolerance");
  }
  read_contract(section.table("contract"), draft);
  read_transitions(section.table("transition"), draft);
  read_effects(section, draft);
  read_schemas(section.table("schema"), draft, surroundings);
  read_answers(section, draft);
  read_answer_overrides(section.table("answer"), draft);
  read_answer_fields(section, draft);
  read_fingerprint(section, draft);
  read_time(section, draft);
  if (const auto bytes = section.integer("body_bytes_max", 1, limits::body_bytes_max_ceiling))
    draft.source.body_bytes_max = static_cast<std::size_t>(*bytes);
  for (const std::string& encoding : section.texts("content_encoding")) {
    if (encoding != "gzip")
      section.problem("content_encoding", '"' + encoding + "\" is not one that is decoded: \"gzip\" is");
    draft.source.gzip = true;
  }
  read_admission(section, draft);
  (void)read_place(section, "lane");  // checked here; it orders events on a store with more than one writer
  refuse_later_keys(section);
  section.finish();
  if (section.problem_count() != before) return nullptr;

  auto reader = contract::Reader::make(std::move(draft.contract));
  if (!reader) {
    section.problem("contract", reader.error());
    return nullptr;
  }
  draft.source.reader = std::make_shared<const contract::Reader>(std::move(*reader));
  draft.source.policy = std::make_shared<const rules::Policy>(std::move(draft.policy));
  return std::make_shared<const inbound::Source>(std::move(draft.source));
}

namespace {

std::optional<signature::Scheme> read_scheme(Section& section, const Schemes& schemes) {
  const auto name = section.text("scheme");
  if (!name) {
    if (section.find("scheme") == nullptr)
      section.problem("scheme", "is needed: how this source signs (\"none\": not at all)");
    return std::nullopt;
  }
  if (const auto own = schemes.find(*name); own != schemes.end()) return own->second;
  const signature::SchemeRow* row = signature::find_scheme(*name);
  if (row == nullptr) {
    std::vector<std::string_view> known;
    for (const auto& each : signature::catalogue()) known.push_back(each.name);
    for (const auto& [each, scheme] : schemes) known.push_back(each);
    section.problem("scheme", "\"" + *name + "\" is not a scheme" + nearest(*name, known));
    return std::nullopt;
  }
  auto scheme = signature::compile(*row);
  if (scheme) return std::move(*scheme);
  section.problem("scheme", scheme.error().field + ": " + scheme.error().problem);
  return std::nullopt;
}

void read_tolerance(Section& section, Draft& draft) {
  const auto span = section.duration("tolerance");
  if (!span) return;
  const signature::Scheme& scheme = draft.source.scheme;
  const auto seconds = std::chrono::floor<std::chrono::seconds>(*span);
  if (!scheme.time)
    section.problem("tolerance", "the scheme \"" + scheme.name + "\" carries no timestamp, so its age cannot be judged");
  else if (!scheme.covers_time())
    section.problem("tolerance", "the scheme \"" + scheme.name + "\" does not sign its timestamp, so anyone could renew it");
  else if (seconds != *span)
    section.problem("tolerance", "must be whole seconds");
  draft.source.tolerance = seconds;
}

// The engine itself says whether the secrets make keys; what it says never holds their text.
void check_keys(Section& section, const inbound::Source& source) {
  if (source.secrets.empty()) return;
  const auto verifier = signature::Verifier::make(source.scheme, source.secrets, source.tolerance);
  if (!verifier)
    section.problem_at(section.find("secrets")->items[verifier.error().index],
                       "secrets[" + std::to_string(verifier.error().index) + "]", verifier.error().problem);
}

void read_answers(Section& section, Draft& draft) {
  if (const Node* answers = section.find("answers"); answers != nullptr && answers->kind == Node::Kind::table)
    section.problem("answers", "must be \"gentle\" or \"strict\"; own statuses and bodies stand in [" +
                                   section.key_path("answer") + "]");
  else if (const auto style = section.choice<Answers>("answers", {{"gentle", Answers::gentle}, {"strict", Answers::strict}}))
    draft.policy.answers = *style;

  using rules::UnknownAction;
  if (const auto unknown = section.choice<UnknownAction>(
          "unknown_action", {{"ignore", UnknownAction::ignore}, {"refuse", UnknownAction::refuse}})) {
    draft.policy.unknown_action = *unknown;
    if (!draft.policy.reads_action)
      section.problem("unknown_action", "needs contract.action: without it no action is unknown");
  }
}

void read_answer_fields(Section& section, Draft& draft) {
  auto& fields = draft.policy.answer_with;
  for (const std::string& text : section.texts("answer_with")) {
    const std::string quoted = '"' + text + '"';
    const auto place = contract::parse_place(text);
    if (!place) {
      section.problem("answer_with", quoted + ": " + place.error());
      continue;
    }
    const std::string name = place->tokens.empty() ? place->name : place->tokens.back();
    const bool taken = std::ranges::find(answer_words, name) != std::end(answer_words) ||
                       std::ranges::find(fields, name, &rules::AnswerField::name) != fields.end();
    if (name.empty()) section.problem("answer_with", quoted + " has no last name to stand under in the answer");
    if (taken) section.problem("answer_with", quoted + " would write its name twice into the answer");
    fields.push_back({name, draft.contract.picks.size()});
    draft.contract.picks.push_back({.at = *place, .fallback = {}, .on = {}});
  }
}

void read_fingerprint(Section& section, Draft& draft) {
  using enum contract::Contract::Fingerprinting;
  const Node* node = section.find("fingerprint");
  if (node == nullptr) return;
  if (node->kind == Node::Kind::text) {
    if (const auto kind = section.choice<contract::Contract::Fingerprinting>(
            "fingerprint", {{"body", body}, {"contract", contract::Contract::Fingerprinting::contract}, {"none", none}}))
      draft.contract.fingerprinting = *kind;
    return;
  }
  draft.contract.fingerprinting = chosen;
  for (const std::string& text : section.texts("fingerprint")) {
    const auto place = contract::parse_place(text);
    if (!place)
      section.problem("fingerprint", "\"" + text + "\": " + place.error());
    else
      draft.contract.fingerprint.push_back(*place);
  }
  if (node->kind == Node::Kind::list && node->items.empty())
    section.problem("fingerprint", "is empty: write \"none\" if any repeat of an id is the same event");
}

void refuse_later_keys(Section& section) {
  enum class Gaps { retry, park };
  if (section.choice<Gaps>("gaps", {{"retry", Gaps::retry}, {"park", Gaps::park}}) == Gaps::park)
    section.problem("gaps",
                    "\"park\" is not supported by this version: gaps are answered 503 and judged again on the retry");
  section.later("park_for", "parking is not supported by this version");
  section.later("forward", "forwards are not supported by this version");
  section.later("on_sunset",
                "\"on_sunset\" is not supported by this version: a resource past its sunset only refuses events");
  section.later("preset", "presets are not supported by this version: write the contract out");
}

}  // namespace

}  // namespace senja::config
