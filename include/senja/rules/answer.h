// outcome → answer: status, headers and body, by today's policy of the source.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "senja/model/event.h"
#include "senja/model/outcome.h"
#include "senja/rules/change.h"
#include "senja/rules/policy.h"

namespace senja::rules {

struct Answer {
  int status = 500;
  std::vector<std::pair<std::string, std::string>> headers;  // beside content-length; content-type where it is not JSON
  std::string body;                                          // one JSON object, unless the policy says another; 204: none
};

// What an answer says of its own request: kept on the I/O thread while the store decides.
struct Echo {
  std::shared_ptr<const Policy> policy;
  EventId event_id;
  std::string fields;  // answer_with, ready: `,"job_id":"j1"`
};
Echo echo_of(const Event& event, std::shared_ptr<const Policy> policy);

Answer answer(const Echo& echo, const Verdict& verdict);
Answer answer(const Violation& violation, const Echo& echo);  // rejected: 400 or 422, naming the place

// A refusal that no policy changes: {"status":"<code>","code":"<code>","detail":"…"}.
Answer problem(int status, std::string_view code, std::string_view detail);
Answer retry_later(Code code, Micros retry_after, std::string_view detail);

// Those of a source, for what never became a verdict: its policy may change them.
Answer refused(Code code, std::string_view detail, const Policy& policy);
Answer retry_later(Code code, Micros retry_after, std::string_view detail, const Policy& policy);

}  // namespace senja::rules
