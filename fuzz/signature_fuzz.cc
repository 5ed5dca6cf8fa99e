// Headers and body of strangers, at every scheme of the catalogue: never a crash, and never let in, for they hold no key.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "senja/signature/catalogue.h"
#include "senja/signature/verifier.h"

namespace senja {

namespace {
// "name: value" a line, an empty line, then the body.
RawRequest request_of(std::string_view text) {
  RawRequest raw;
  raw.method = "POST";
  raw.target = "/in/fuzzed?signature=1&timestamp=1700000000";
  raw.received_at = WallTime{std::chrono::seconds{1'700'000'000}};
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (line.empty()) break;
    const std::size_t colon = line.find(": ");
    if (colon != std::string_view::npos) raw.headers.add(line.substr(0, colon), line.substr(colon + 2));
  }
  raw.body = text;
  return raw;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const RawRequest raw = request_of({reinterpret_cast<const char*>(data), size});
  for (const signature::SchemeRow& row : signature::catalogue()) {
    if (row.alg == "none") continue;
    const auto scheme = signature::compile(row);
    if (!scheme) std::abort();
    // Two secrets, one of them over: 32 bytes of base64, which every form of key can read.
    const Secret secret{"QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVowMTIzNDU="};
    const WallTime past{std::chrono::seconds{1'600'000'000}};
    auto verifier = signature::Verifier::make(*scheme, {{secret, std::nullopt, std::nullopt}, {secret, std::nullopt, past}});
    if (verifier && verifier->verify(raw)) std::abort();
  }
  return 0;
}

}  // namespace senja
