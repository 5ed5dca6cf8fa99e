// The tests' vocabulary: a contract in a few words, and a request read by it the way the store's bytes are.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "senja/contract/reader.h"
#include "senja/signature/verifier.h"

namespace senja::contract {

inline constexpr WallTime arrival{Micros{1'700'000'000'000'000}};

inline Place place(std::string_view text) {
  auto parsed = parse_place(text);
  EXPECT_TRUE(parsed) << text;
  return parsed ? *std::move(parsed) : Place{};
}

// The contract of the quick start.
inline Contract claims() {
  Contract contract;
  contract.event_id = place("/event_id");
  contract.resource_id = place("/resource_id");
  contract.action = place("/action");
  contract.version = place("/version");
  contract.issued_at = TimeField{place("/issued_at"), TimeUnit::s};
  contract.expires_at = TimeField{place("/expires_at"), TimeUnit::s};
  contract.required = {"event_id", "resource_id", "action", "version", "issued_at", "expires_at"};
  return contract;
}

// Only an event_id.
inline Contract bare(std::string_view event_id = "/event_id") {
  Contract contract;
  contract.event_id = place(event_id);
  return contract;
}

inline Pick pick(std::string_view at, Pick::Type type = Pick::Type::any) {
  return {.type = type, .at = place(at), .required = true, .fallback = {}, .on = {}};
}

inline std::shared_ptr<const Schema> schema(std::string text) {
  return std::make_shared<const Schema>(Schema::parse(std::move(text)).value());
}

struct Sent {
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers;
  std::string query;
  std::string signed_id;
};

inline std::expected<Event, Rejected> read(const Contract& contract, const Sent& sent) {
  const auto reader = Reader::make(contract);
  if (!reader) throw std::logic_error(reader.error());
  Headers headers;
  std::vector<std::string> names;
  for (const auto& [name, value] : sent.headers) {
    headers.add(name, value);
    names.push_back(name);
  }
  KeptRequest kept{.body = sent.body, .context = keep_context(headers, sent.query, names, sent.signed_id)};
  return reader->read(signature::Recall::from_store(std::move(kept), arrival));
}

inline std::expected<Event, Rejected> read(const Contract& contract, std::string body) {
  return read(contract, Sent{.body = std::move(body), .headers = {}, .query = {}, .signed_id = {}});
}

// The violation's message, with the status in front; "an event" where there is none.
inline std::string refusal(const std::expected<Event, Rejected>& result) {
  if (result) return "an event";
  return std::to_string(result.error().violation.status()) + " " + result.error().violation.message();
}

}  // namespace senja::contract
