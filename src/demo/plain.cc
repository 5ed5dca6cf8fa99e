#include "demo/plain.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <array>
#include <boost/json.hpp>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <utility>

#include "senja/signature/verifier.h"

namespace senja::demo {

namespace json = boost::json;

namespace {

constexpr std::int64_t tolerance_seconds = 300;

// States by action, as its source code has them.
const std::map<std::string, std::string, std::less<>> target_state{
    {"CLAIM", "CLAIMED"}, {"EXPIRE", "EXPIRED"}, {"CONFIRM", "CONFIRMED"}, {"CANCEL", "CANCELLED"}};

bool signature_is_right(const RawRequest& request, const Secret& secret);
std::string hex_hmac_sha256(const Secret& secret, std::string_view text);
std::optional<json::object> object_in(std::string_view body);
std::string text_of(const json::object& event, std::string_view key);
std::optional<std::int64_t> number_of(const json::object& event, std::string_view key);

}  // namespace

// One request on its way through the handler, with what it holds across its waits.
struct PlainReceiver::Handling {
  const RawRequest* request;
  int status = 0;  // 0: not answered yet
  std::string id;
  json::object event;
  PlainTables::Resource resource;
};

std::vector<int> PlainReceiver::receive(std::span<const RawRequest> together) {
  std::vector<Handling> handlings;
  for (const RawRequest& request : together) check(handlings.emplace_back(Handling{&request, 0, {}, {}, {}}));
  for (Handling& each : handlings)
    if (each.status == 0) read(each);
  for (Handling& each : handlings)
    if (each.status == 0) write(each);

  std::vector<int> statuses;
  for (const Handling& each : handlings) statuses.push_back(each.status);
  return statuses;
}

void PlainReceiver::check(Handling& handling) const {
  const auto secret = secrets_.find(handling.request->path());
  if (secret == secrets_.end()) return void(handling.status = 404);
  if (!signature_is_right(*handling.request, secret->second)) return void(handling.status = 401);
  auto event = object_in(handling.request->body);
  if (!event || text_of(*event, "event_id").empty()) return void(handling.status = 400);

  handling.event = std::move(*event);
  handling.id = secret->first + ' ' + text_of(handling.event, "event_id");
  if (seen_.contains(handling.id)) handling.status = 200;
}

void PlainReceiver::read(Handling& handling) const {
  if (const auto row = tables_.resources.find(text_of(handling.event, "resource_id")); row != tables_.resources.end())
    handling.resource = row->second;
}

void PlainReceiver::write(Handling& handling) {
  const std::string_view path = handling.request->path();
  if (path == "/in/ai-results") {
    const auto amount = number_of(handling.event, "amount");
    if (!amount) return void(handling.status = 400);
    tables_.balances[text_of(handling.event, "user_id")] += *amount;
  } else {
    const auto target = target_state.find(text_of(handling.event, "action"));
    const auto version = number_of(handling.event, "version");
    if (target == target_state.end() || !version) return void(handling.status = 400);
    PlainTables::Resource next = handling.resource;
    next.state = target->second;
    if (path == "/in/rewards") {
      // A claim names the version it expects.
      if (handling.resource.state != "PENDING" || handling.resource.version != *version) return void(handling.status = 409);
      ++next.version;
    } else {
      // A booking names the version it makes: the last one to arrive is taken for the newest.
      next.version = *version;
    }
    tables_.resources[text_of(handling.event, "resource_id")] = std::move(next);
  }
  seen_.insert(handling.id);
  handling.status = 200;
}

namespace {

bool signature_is_right(const RawRequest& request, const Secret& secret) {
  const auto given = request.headers.first("x-webhook-signature");
  if (!given) return false;
  const auto stamp = request.headers.first("x-webhook-timestamp");
  if (!stamp) return signature::equal_in_constant_time(*given, "sha256=" + hex_hmac_sha256(secret, request.body));
  const std::int64_t sent_at = std::strtoll(std::string(*stamp).c_str(), nullptr, 10);
  const std::int64_t received_at = std::chrono::floor<std::chrono::seconds>(request.received_at).time_since_epoch().count();
  if (std::abs(received_at - sent_at) > tolerance_seconds) return false;
  return signature::equal_in_constant_time(*given, hex_hmac_sha256(secret, std::string(*stamp) + "." + request.body));
}

std::string hex_hmac_sha256(const Secret& secret, std::string_view text) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> mac{};
  unsigned int size = 0;
  HMAC(EVP_sha256(), secret.reveal().data(), static_cast<int>(secret.size()),
       reinterpret_cast<const unsigned char*>(text.data()), text.size(), mac.data(), &size);
  std::string out;
  for (unsigned int i = 0; i < size; ++i) {
    constexpr std::string_view digits = "0123456789abcdef";
    out += digits[mac[i] >> 4];
    out += digits[mac[i] & 15];
  }
  return out;
}

std::optional<json::object> object_in(std::string_view body) {
  boost::system::error_code error;
  json::value value = json::parse(body, error);
  if (error || !value.is_object()) return std::nullopt;
  return std::move(value.get_object());
}

std::string text_of(const json::object& event, std::string_view key) {
  const json::value* value = event.if_contains(key);
  return value != nullptr && value->is_string() ? std::string(value->get_string()) : std::string{};
}

std::optional<std::int64_t> number_of(const json::object& event, std::string_view key) {
  const json::value* value = event.if_contains(key);
  return value != nullptr && value->is_int64() ? std::optional(value->get_int64()) : std::nullopt;
}

}  // namespace

}  // namespace senja::demo
