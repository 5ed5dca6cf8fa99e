#include "senja/rules/answer.h"

#include <chrono>
#include <string_view>

#include "senja/contract/times.h"
#include "senja/model/json_text.h"
#include "senja/rules/time_rules.h"

namespace senja::rules {

namespace {

Micros retry_after_of(const Verdict& verdict, const Policy& policy);
std::int64_t seconds(Micros span) { return std::chrono::duration_cast<std::chrono::seconds>(span).count(); }
std::int64_t millis(Micros span) { return std::chrono::floor<std::chrono::milliseconds>(span).count(); }
void write_time(JsonText& json, const TimeDetail& time);
int status_of(Code code, const Policy& policy);
Answer override_answer(Answer answer, Code code, const Policy& policy);
bool ends_the_message(Code code);

}  // namespace

Answer answer(const Echo& echo, const Verdict& verdict) {
  const OutcomeRow& outcome = row(verdict.code);
  Answer answer;
  answer.status = status_of(verdict.code, *echo.policy);

  JsonText json;
  json.begin_object();
  json.member("status", answer.status / 100 == 2 && !outcome.word.empty() ? outcome.word : outcome.text);
  json.member("event_id", echo.event_id.text);
  if (verdict.version) json.member("version", *verdict.version);
  if (verdict.code != Code::applied) json.member("code", outcome.text);
  if (verdict.code == Code::rejected) json.member("detail", verdict.detail);
  if (verdict.time) write_time(json, *verdict.time);

  if (verdict.replay) answer.headers.emplace_back("senja-replay", "true");
  if (ends_the_message(verdict.code)) answer.headers.emplace_back("webhook-delivery", "abort-message");
  if (outcome.kind == Kind::retryable || outcome.kind == Kind::undecided) {
    const std::int64_t wait = seconds(retry_after_of(verdict, *echo.policy));
    answer.headers.emplace_back("retry-after", std::to_string(wait));
    json.member("retry_after", wait);
  }
  answer.body = std::move(json.more(echo.fields).end_object()).take();
  return override_answer(std::move(answer), verdict.code, *echo.policy);
}

// The letter is durable; the sender learns what to mend, with the status that says which kind of fault it is.
Answer answer(const Violation& violation, const Echo& echo) {
  Verdict verdict;
  verdict.code = Code::rejected;
  verdict.detail = violation.message();
  Answer rejected = answer(echo, verdict);
  const auto own = echo.policy->answer_overrides.find(Code::rejected);
  if (own == echo.policy->answer_overrides.end() || !own->second.status) rejected.status = violation.status();
  return rejected;
}

Answer problem(int status, std::string_view code, std::string_view detail) {
  JsonText json;
  json.begin_object().member("status", code).member("code", code).member("detail", detail).end_object();
  return {.status = status, .headers = {}, .body = std::move(json).take()};
}

Answer retry_later(Code code, Micros retry_after, std::string_view detail) {
  const std::int64_t wait = seconds(whole_seconds_up(retry_after));
  JsonText json;
  json.begin_object().member("status", text(code)).member("code", text(code)).member("detail", detail);
  json.member("retry_after", wait).end_object();
  return {.status = row(code).gentle, .headers = {{"retry-after", std::to_string(wait)}}, .body = std::move(json).take()};
}

Answer refused(Code code, std::string_view detail, const Policy& policy) {
  return override_answer(problem(status_of(code, policy), text(code), detail), code, policy);
}

Answer retry_later(Code code, Micros retry_after, std::string_view detail, const Policy& policy) {
  return override_answer(retry_later(code, retry_after, detail), code, policy);
}

Echo echo_of(const Event& event, std::shared_ptr<const Policy> policy) {
  Echo echo{.policy = std::move(policy), .event_id = event.event_id, .fields = {}};
  for (const AnswerField& field : echo.policy->answer_with) {
    const std::optional<Scalar>& value = event.picks.at(field.pick);
    if (!value) continue;
    echo.fields += ',';
    append_json(echo.fields, field.name);
    echo.fields += ':';
    append_scalar(echo.fields, *value);
  }
  return echo;
}

namespace {

Micros retry_after_of(const Verdict& verdict, const Policy& policy) {
  return whole_seconds_up(verdict.retry_after > Micros{} ? verdict.retry_after : policy.retry_after);
}

int status_of(Code code, const Policy& policy) {
  const auto own = policy.answer_overrides.find(code);
  if (own != policy.answer_overrides.end() && own->second.status) return *own->second.status;
  return policy.answers == Answers::strict ? row(code).strict : row(code).gentle;
}

Answer override_answer(Answer answer, Code code, const Policy& policy) {
  const auto found = policy.answer_overrides.find(code);
  if (found == policy.answer_overrides.end()) return answer;
  const AnswerOverride& own = found->second;
  if (own.status) answer.status = *own.status;
  if (own.body) answer.body = *own.body;
  if (own.body && !own.content_type.empty()) answer.headers.emplace_back("content-type", own.content_type);
  if (answer.status == 204) answer.body.clear();
  return answer;
}

void write_time(JsonText& json, const TimeDetail& time) {
  json.member("now", contract::format_rfc3339(time.now));
  if (time.expires_at) json.member("expires_at", contract::format_rfc3339(*time.expires_at));
  json.member("margin_ms", millis(time.margin)).member("late_ms", millis(time.late));
}

// Standard Webhooks: sending this message again would change nothing.
bool ends_the_message(Code code) { return row(code).kind == Kind::final && code != Code::applied && code != Code::ignored; }

}  // namespace

}  // namespace senja::rules
