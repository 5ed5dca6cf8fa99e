// What one verification of a 300-byte body costs, keys expanded and request parsed: the hot path of every webhook.
#include <benchmark/benchmark.h>

#include <string>
#include <utility>

#include "senja/signature/catalogue.h"
#include "senja/signature/sign.h"
#include "senja/signature/verifier.h"

namespace senja {
namespace {

constexpr WallTime received_at{std::chrono::seconds{1'767'225'600}};

RawRequest signed_request(const signature::Scheme& scheme, const Secret& secret) {
  RawRequest request{.method = "POST",
                     .target = "/in/bench",
                     .headers = {},
                     .body = R"({"event_id":"evt_1","padding":")" + std::string(267, 'x') + R"("})",
                     .received_at = received_at};
  request.headers.add("Host", "localhost:8080");
  request.headers.add("User-Agent", "bench/1");
  request.headers.add("Content-Length", "300");
  request.headers.add("Content-Type", "application/json");
  request.headers.add("Accept", "*/*");
  const signature::ToSign what{.target = request.target, .body = request.body, .id = "msg_1", .at = received_at};
  const auto signature_headers = signature::sign(scheme, secret, what).value();
  for (const auto& [name, value] : signature_headers) request.headers.add(name, value);
  return request;
}

void verify(benchmark::State& state, const char* name) {
  const signature::Scheme scheme = signature::compile(*signature::find_scheme(name)).value();
  const Secret secret{"c2VuamEgYmVuY2ggc2VjcmV0IDAxMjM0NTY3ODk="};
  auto verifier = signature::Verifier::make(scheme, {{secret, {}, {}}}).value();
  RawRequest request = signed_request(scheme, secret);
  for (auto _ : state) {
    auto verified = verifier.verify(std::move(request));
    if (!verified) {
      state.SkipWithError("a good signature was refused");
      break;
    }
    request = std::move(*verified).release();
  }
  state.SetBytesProcessed(state.iterations() * 300);
}

BENCHMARK_CAPTURE(verify, sha256_body, "sha256-body");
BENCHMARK_CAPTURE(verify, stripe, "stripe");
BENCHMARK_CAPTURE(verify, standard_webhooks, "standard-webhooks");

}  // namespace
}  // namespace senja

BENCHMARK_MAIN();
