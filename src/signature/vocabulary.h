// Words for this room's tests: a scheme by name, a request as its sender would sign it, and what the verifier says.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "senja/signature/catalogue.h"
#include "senja/signature/sign.h"
#include "senja/signature/verifier.h"

namespace senja::signature {

inline constexpr std::int64_t now_seconds = 1'767'225'600;
inline constexpr WallTime now{std::chrono::seconds{now_seconds}};
inline constexpr const char* text_secret = "senja-test-secret-of-some-length";
inline constexpr const char* whsec_secret = "whsec_c2VuamEgdGVzdCBzZWNyZXQgMDEyMzQ1Njc4OQ==";

inline const std::string body = R"({"event_id":"evt_1"})";

// All rows of the catalogue but `none`.
inline const std::vector<std::string> signed_schemes{"timestamp-body", "sha256-body", "standard-webhooks",
                                                     "svix",           "stripe",      "github"};

inline Scheme scheme(std::string_view name) { return compile(*find_scheme(name)).value(); }

inline Secret secret_for(const Scheme& scheme) { return Secret{scheme.key == KeyForm::whsec ? whsec_secret : text_secret}; }

using HeaderList = std::vector<std::pair<std::string, std::string>>;

inline RawRequest request_with(const HeaderList& headers, std::string body, WallTime received_at = now) {
  RawRequest request{
      .method = "POST", .target = "/in/test", .headers = {}, .body = std::move(body), .received_at = received_at};
  request.headers.add("Content-Type", "application/json");
  for (const auto& [name, value] : headers) request.headers.add(name, value);
  return request;
}

// The headers as the sender makes them at `at`.
inline HeaderList headers_for(const Scheme& scheme, const std::string& body, const std::string& id = "msg_1",
                              WallTime at = now) {
  return sign(scheme, secret_for(scheme), {.target = "/in/test", .body = body, .id = id, .at = at}).value();
}

inline Verifier verifier_for(const Scheme& scheme, std::optional<std::chrono::seconds> tolerance = std::nullopt) {
  std::vector<LiveSecret> secrets;
  if (scheme.algorithm != Algorithm::none) secrets.push_back({secret_for(scheme), {}, {}});
  return std::move(Verifier::make(scheme, secrets, tolerance).value());
}

// "verified", or why not: "signature: …", "timestamp: …".
inline std::string says(Verifier& verifier, RawRequest request) {
  const auto verified = verifier.verify(std::move(request));
  if (verified) return "verified";
  const std::string kind = verified.error().kind == Refusal::Kind::signature ? "signature: " : "timestamp: ";
  return kind + std::string{verified.error().why};
}

inline bool verifies(const Scheme& scheme, RawRequest request) {
  Verifier verifier = verifier_for(scheme);
  return verifier.verify(std::move(request)).has_value();
}

}  // namespace senja::signature
