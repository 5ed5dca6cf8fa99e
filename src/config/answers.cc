// [source.NAME.answer]: single outcomes that are answered by another status or body than the table's. What would make a
// sender lose an event, or send it for ever, does not load.
#include <algorithm>

#include "config/parts.h"
#include "senja/contract/json.h"

namespace senja::config {

namespace {

constexpr std::size_t body_bytes_max = 4 * 1024;
constexpr std::size_t content_type_bytes_max = 127;

std::optional<Code> code_of(Section& section, const std::string& key, const Node& node);
rules::AnswerOverride read_answer(Section& section, const std::string& key, const Node& node);
void check_status(Section& section, const std::string& key, Code code, int status);
void check_body(Section& section, const std::string& key, const rules::AnswerOverride& answer);
bool makes_senders_retry(int status) { return status == 408 || status == 425 || status == 429 || status >= 500; }
bool is_content_type(std::string_view text);

}  // namespace

void read_answer_overrides(Section section, Draft& draft) {
  section.each([&](const std::string& key, const Node& node) {
    const auto code = code_of(section, key, node);
    if (!code) return;
    rules::AnswerOverride answer = read_answer(section, key, node);
    if (answer.status) check_status(section, key, *code, *answer.status);
    check_body(section, key, answer);
    draft.policy.answer_overrides.emplace(*code, std::move(answer));
  });
}

namespace {

std::optional<Code> code_of(Section& section, const std::string& key, const Node& node) {
  const auto code = code_from(key);
  if (code && *code != Code::abandoned) return code;
  if (code)
    section.problem(key, "is never answered: its sender has fallen silent");
  else if (key == "duplicate")
    section.problem(key, "has no answer of its own: a repeat gets that of the recorded outcome");
  else if (key == "conflict" && node.kind == Node::Kind::table)
    section.problem(key, "is a family of outcomes: write one of them, in quotes, like \"conflict.state\"");
  else {
    std::vector<std::string_view> known;
    for (const OutcomeRow& each : outcome_table)
      if (each.code != Code::abandoned) known.push_back(each.text);
    section.problem(key, "is not an outcome" + nearest(key, known));
  }
  return std::nullopt;
}

// A status, or { status, body, content_type }.
rules::AnswerOverride read_answer(Section& section, const std::string& key, const Node& node) {
  rules::AnswerOverride answer;
  if (node.kind != Node::Kind::table) {
    if (const auto status = section.integer(key, 200, 599)) answer.status = static_cast<int>(*status);
    return answer;
  }
  Section table = section.inside(node, key);
  if (const auto status = table.integer("status", 200, 599)) answer.status = static_cast<int>(*status);
  answer.body = table.text("body");
  answer.content_type = table.text("content_type").value_or("");
  table.finish();
  if (node.entries.empty()) section.problem(key, "is empty: a `status`, a `body`, or both are needed");
  return answer;
}

void check_status(Section& section, const std::string& key, Code code, int status) {
  const std::string given = std::to_string(status);
  const bool refuses = status >= 400 && status < 500 && !makes_senders_retry(status);
  const bool succeeds = status >= 200 && status < 300;
  switch (row(code).kind) {
    case Kind::final:
      if (succeeds || refuses) return;
      return section.problem(key, makes_senders_retry(status)
                                      ? given +
                                            " would make the sender try a final outcome again, for ever: 2xx, or 4xx "
                                            "but 408, 425 and 429"
                                      : given +
                                            " tells a sender nothing about a final outcome: 2xx, or 4xx but 408, 425 "
                                            "and 429");
    case Kind::retryable:
    case Kind::undecided:
      if (makes_senders_retry(status)) return;
      return section.problem(key, given + " would lose the event: its sender has to try again, so 408, 425, 429 or 5xx");
    case Kind::refused:
      if (refuses) return;
      return section.problem(key, given + " is not for a request that was not let in: 4xx but 408, 425 and 429");
  }
}

void check_body(Section& section, const std::string& key, const rules::AnswerOverride& answer) {
  if (!answer.body) {
    if (!answer.content_type.empty()) section.problem(key, "has a content_type, but no body of its own");
    return;
  }
  if (answer.status == 204) section.problem(key, "has a body, and 204 is an answer without one");
  if (answer.body->size() > body_bytes_max)
    section.problem(key, "has a body of more than " + std::to_string(body_bytes_max) + " bytes");
  if (answer.content_type.empty()) {
    if (!contract::read_json(*answer.body, contract::PointerSet{}))
      section.problem(key, "has a body that is no JSON: name its content_type, like \"text/plain\"");
  } else if (!is_content_type(answer.content_type)) {
    section.problem(key, "has a content_type that is none: it is one like \"text/plain\"");
  }
}

// It becomes a header: a type, a slash, printable ASCII.
bool is_content_type(std::string_view text) {
  return text.size() <= content_type_bytes_max && std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; }) &&
         !text.starts_with('/') && !text.starts_with(' ') && !text.ends_with('/') && !text.ends_with(' ') &&
         text.find('/') != std::string_view::npos;
}

}  // namespace

}  // namespace senja::config
