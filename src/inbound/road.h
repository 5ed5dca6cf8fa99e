// The pure half of the road: bytes → Verified → Event → Intent, or the answer where the road ends early.
#pragma once

#include <memory>
#include <optional>
#include <variant>

#include "inbound/source.h"
#include "senja/model/outcome.h"
#include "senja/rules/answer.h"
#include "senja/rules/intent.h"

namespace senja::inbound {

// What goes to the store, and what the answer will need when it comes back.
struct Admitted {
  rules::Intent intent;  // EventIntent, or RejectIntent for a signed request that is no event
  rules::Echo echo;
  std::optional<Violation> violation;  // rejected: the answer once the letter is durable
};

// The road ended before the store: the request is not the source's.
struct Refused {
  Code code = Code::signature;
  rules::Answer answer;
};

// One source's lane on one I/O thread: it holds the thread's own keyed Verifier.
class Lane {
 public:
  explicit Lane(std::shared_ptr<const Source> source);

  // From the head alone: a request without any of the headers that could carry its signature need not send its body.
  std::optional<Refused> on_head(const Headers& headers) const;

  std::variant<Refused, Admitted> on_request(RawRequest raw);

  const Source& source() const { return *source_; }

 private:
  std::shared_ptr<const Source> source_;
  signature::Verifier verifier_;
};

// The answer to what on_request admitted, once the store has decided.
rules::Answer answer_to(const rules::Echo& echo, const std::optional<Violation>& violation, const rules::Verdict& verdict);

}  // namespace senja::inbound
