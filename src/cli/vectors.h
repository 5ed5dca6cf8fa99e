// Known-answer vectors: files of requests, each with the verdict that a right verifier gives.
//
//   { "provider": "stripe", "secret": "…", "now": 1767225600,
//     "requests": [ { "name", "method", "url", "headers": { name: text | [texts] }, "body_base64",
//                     "expect": "valid" | "invalid", "why", "secret"?, "now"? } ], "challenges"?: […] }
#pragma once

#include <cstddef>
#include <expected>
#include <iosfwd>
#include <string>
#include <string_view>

namespace senja::cli {

struct VectorsReport {
  std::size_t requests = 0;
  std::size_t disagreements = 0;
  std::size_t challenges = 0;  // handshakes in the file; this version answers none, so none is judged
};

// Judges every request of a file's text by the scheme that its "provider" names, and writes a line for each; the last line
// is "N requests, M disagree". The error says why the text is no such file; nothing is written then.
std::expected<VectorsReport, std::string> run_vectors(std::string_view text, std::ostream& out);

}  // namespace senja::cli
