#include "demo/stage.h"

#include <algorithm>
#include <boost/json.hpp>
#include <tuple>
#include <utility>

#include "demo/balance.h"
#include "senja/contract/times.h"
#include "senja/signature/sign.h"

namespace senja::demo {

namespace json = boost::json;

namespace {

using namespace std::chrono_literals;

constexpr Micros look_again = 1ms;
constexpr int looks_max = 2'000;

PlainReceiver::Secrets secrets_of(const Place& place);
json::object object_in(std::string_view body);
std::string text_at(const json::object& object, std::string_view key);
std::string resource_text(std::string_view state, std::int64_t version);
std::string credit_text(std::optional<std::int64_t> balance);

}  // namespace

Stage::Stage(const Place& place, Gateway& gateway, const Clock& clock, std::string run)
    : place_(place),
      gateway_(gateway),
      clock_(clock),
      run_(std::move(run)),
      plain_(secrets_of(place), tables_),
      public_(place.gateway.host, place.gateway.port),
      admin_(place.admin.host, place.admin.port) {}

RawRequest Stage::request(std::string_view source, std::string body, WallTime at) const {
  RawRequest request{"POST", "/in/" + std::string(source), {}, std::move(body), now()};
  request.headers.add("Content-Type", "application/json");
  const auto found = std::ranges::find_if(place_.sources, [&](const auto& each) { return each->name.text == source; });
  if (found == place_.sources.end() || (*found)->secrets.empty()) return request;  // unsigned: refused, and seen to be
  const auto headers = signature::sign((*found)->scheme, (*found)->secrets.front().secret,
                                       {request.method, request.target, request.body, {}, at});
  if (headers)
    for (const auto& [name, value] : *headers) request.headers.add(name, value);
  return request;
}

net::Client Stage::connect() const { return net::Client(place_.gateway.host, place_.gateway.port); }

std::string Stage::bytes(const RawRequest& request) const {
  net::ClientRequest sent{request.method, request.target, {}, request.body};
  for (std::size_t i = 0; i < request.headers.size(); ++i)
    sent.headers.emplace_back(request.headers[i].name, request.headers[i].value);
  return net::request_text(sent, place_.gateway.authority());
}

void Stage::put_resource(const std::string& id, std::int64_t version) {
  tables_.resources[id] = {"PENDING", version};
  const json::object body{
      {"state", "PENDING"}, {"version", version}, {"expires_at", contract::format_rfc3339(plus(now(), 1h))}};
  const net::ClientRequest put{"PUT", "/v1/resources/" + id, {{"Content-Type", "application/json"}}, json::serialize(body)};
  // A PUT that failed shows in the scene's next line: the database does not hold the resource.
  std::ignore = admin_.call(put);
}

std::string Stage::ask_plain(const RawRequest& request) {
  return std::to_string(plain_.receive(std::span(&request, 1)).front());
}

std::string Stage::ask_senja(const RawRequest& request) {
  if (auto sent = public_.send_raw(bytes(request)); !sent) return sent.error();
  return in_words(public_.read_response());
}

std::string Stage::plain_resource(const std::string& id) const {
  const auto row = tables_.resources.find(id);
  return row == tables_.resources.end() ? "nothing" : resource_text(row->second.state, row->second.version);
}

std::string Stage::plain_credit(const std::string& user) const {
  const auto row = tables_.balances.find(user);
  return credit_text(row == tables_.balances.end() ? std::nullopt : std::optional(row->second));
}

std::string Stage::senja_resource(const std::string& id) {
  const auto answer = admin_.call({"GET", "/v1/resources/" + id, {}, {}});
  if (!answer) return answer.error();
  if (answer->status != 200) return "nothing";
  const json::object resource = object_in(answer->body);
  const json::value* version = resource.if_contains("version");
  return resource_text(text_at(resource, "state"), version != nullptr && version->is_int64() ? version->get_int64() : -1);
}

std::string Stage::senja_credit(const std::string& user) const { return credit_text(senja_balance(user)); }

std::optional<std::int64_t> Stage::senja_balance(const std::string& user) const { return balance_in(place_.database, user); }

void Stage::await_credit_above(const std::string& user, std::int64_t credit) const {
  for (int i = 0; i < looks_max && senja_balance(user).value_or(0) <= credit; ++i)
    if (gateway_.ended_within(look_again)) return;
}

std::string in_words(const std::expected<net::ClientResponse, std::string>& answer) {
  if (!answer) return answer.error();
  std::string words = std::to_string(answer->status) + " " + text_at(object_in(answer->body), "status");
  if (is_replay(*answer)) words += ", replay";
  if (const auto wait = answer->header("retry-after")) words += ", Retry-After " + std::string(*wait);
  return words;
}

bool is_replay(const net::ClientResponse& answer) { return answer.header("senja-replay") == "true"; }

namespace {

PlainReceiver::Secrets secrets_of(const Place& place) {
  PlainReceiver::Secrets secrets;
  for (const auto& source : place.sources)
    if (!source->secrets.empty()) secrets.emplace("/in/" + source->name.text, source->secrets.front().secret);
  return secrets;
}

json::object object_in(std::string_view body) {
  boost::system::error_code error;
  json::value value = json::parse(body, error);
  return !error && value.is_object() ? std::move(value.get_object()) : json::object{};
}

std::string text_at(const json::object& object, std::string_view key) {
  const json::value* value = object.if_contains(key);
  return value != nullptr && value->is_string() ? std::string(value->get_string()) : "?";
}

std::string resource_text(std::string_view state, std::int64_t version) {
  return std::string(state) + " v" + std::to_string(version);
}

std::string credit_text(std::optional<std::int64_t> balance) {
  return balance ? "credit " + std::to_string(*balance) : "no credit";
}

}  // namespace

}  // namespace senja::demo
