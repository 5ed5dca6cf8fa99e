// W3C Trace Context, level 1: who asked for the work that this request is part of.
// https://www.w3.org/TR/trace-context/#traceparent-header
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "senja/model/request.h"

namespace senja::inbound {

struct Trace {
  std::string id;  // 32 hex digits, not all of them 0
  bool sampled = false;

  // The header for what this request causes; `span` names our part of the work (16 hex digits).
  std::string parent(std::string_view span) const;
};

// `text` must be exactly one traceparent; a later version's is read as far as this one knows it.
std::optional<Trace> parse_trace(std::string_view text);

// Of a request: none where the header is missing, doubled or malformed. Then nothing is traced, and nothing fails.
std::optional<Trace> trace_of(const Headers& headers);

}  // namespace senja::inbound
