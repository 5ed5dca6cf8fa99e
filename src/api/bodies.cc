#include "api/bodies.h"

#include <algorithm>
#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>
#include <charconv>
#include <initializer_list>
#include <utility>

#include "senja/contract/times.h"
#include "senja/model/limits.h"

namespace senja::api {

namespace {

namespace bj = boost::json;
using Fault = std::unexpected<std::string>;

Sent<bj::object> read_object(std::string_view body, std::initializer_list<std::string_view> known);
Sent<std::string> read_text(const bj::object& object, std::string_view name, std::size_t bytes_max);
Sent<bool> read_flag(const bj::object& object, std::string_view name);
Sent<WallTime> read_time(const bj::value& value, std::string_view name);
Fault fault(std::string_view name, std::string_view expected);

}  // namespace

Sent<PutResource> read_put_resource(std::string_view body) {
  auto object = read_object(body, {"state", "version", "expires_at"});
  if (!object) return Fault(std::move(object.error()));
  auto state = read_text(*object, "state", limits::word_bytes_max);
  if (!state) return Fault(std::move(state.error()));
  PutResource put{State{std::move(*state)}, std::nullopt, std::nullopt};

  if (const bj::value* version = object->if_contains("version")) {
    if (!version->is_int64() || version->as_int64() < 0 || version->as_int64() > limits::version_max)
      return fault("version", "an integer from 0");
    put.version = version->as_int64();
  }
  const bj::value* expires_at = object->if_contains("expires_at");
  if (!expires_at) return fault("expires_at", "a time, or null for never");
  if (expires_at->is_null()) return put;
  auto at = read_time(*expires_at, "expires_at");
  if (!at) return Fault(std::move(at.error()));
  put.expires_at = *at;
  return put;
}

Sent<Replay> read_replay(std::string_view body) {
  auto object = read_object(body, {"reason", "new_expiry", "ignore_expiry", "may_have_applied"});
  if (!object) return Fault(std::move(object.error()));
  auto reason = read_text(*object, "reason", limits::reason_bytes_max);
  if (!reason) return Fault(std::move(reason.error()));
  auto ignore_expiry = read_flag(*object, "ignore_expiry");
  if (!ignore_expiry) return Fault(std::move(ignore_expiry.error()));
  auto may_have_applied = read_flag(*object, "may_have_applied");
  if (!may_have_applied) return Fault(std::move(may_have_applied.error()));

  Replay replay{std::move(*reason), std::nullopt, *ignore_expiry, *may_have_applied};
  if (const bj::value* new_expiry = object->if_contains("new_expiry"); new_expiry && !new_expiry->is_null()) {
    if (replay.ignore_expiry) return fault("new_expiry", "nothing beside ignore_expiry");
    auto at = read_time(*new_expiry, "new_expiry");
    if (!at) return Fault(std::move(at.error()));
    replay.new_expiry = *at;
  }
  return replay;
}

Sent<AcceptClock> read_accept_clock(std::string_view body) {
  auto object = read_object(body, {"reason"});
  if (!object) return Fault(std::move(object.error()));
  auto reason = read_text(*object, "reason", limits::reason_bytes_max);
  if (!reason) return Fault(std::move(reason.error()));
  return AcceptClock{std::move(*reason)};
}

std::optional<std::int64_t> read_revision(std::string_view if_match) {
  if (if_match.size() >= 2 && if_match.starts_with('"') && if_match.ends_with('"'))
    if_match = if_match.substr(1, if_match.size() - 2);
  std::int64_t revision = 0;
  const auto [end, error] = std::from_chars(if_match.data(), if_match.data() + if_match.size(), revision);
  if (error != std::errc{} || end != if_match.data() + if_match.size() || revision < 0) return std::nullopt;
  return revision;
}

namespace {

Sent<bj::object> read_object(std::string_view body, std::initializer_list<std::string_view> known) {
  boost::system::error_code error;
  bj::value value = bj::parse({body.data(), body.size()}, error);
  if (error) return Fault("the body is not JSON: " + error.message());
  if (!value.is_object()) return Fault("the body must be a JSON object");
  bj::object object = std::move(value.as_object());
  for (const auto& member : object) {
    const std::string_view name{member.key().data(), member.key().size()};
    if (std::ranges::find(known, name) == known.end()) return Fault("there is no member \"" + std::string{name} + "\" here");
  }
  return object;
}

Sent<std::string> read_text(const bj::object& object, std::string_view name, std::size_t bytes_max) {
  const bj::value* value = object.if_contains({name.data(), name.size()});
  const std::string expected = "a text of 1 to " + std::to_string(bytes_max) + " bytes without NUL";
  if (!value || !value->is_string()) return fault(name, expected);
  const std::string_view text{value->as_string().data(), value->as_string().size()};
  if (text.empty() || text.size() > bytes_max || text.find('\0') != std::string_view::npos) return fault(name, expected);
  return std::string{text};
}

Sent<bool> read_flag(const bj::object& object, std::string_view name) {
  const bj::value* value = object.if_contains({name.data(), name.size()});
  if (!value) return false;
  if (!value->is_bool()) return fault(name, "true or false");
  return value->as_bool();
}

Sent<WallTime> read_time(const bj::value& value, std::string_view name) {
  Scalar scalar;
  if (value.is_int64()) scalar = value.as_int64();
  if (value.is_string()) scalar = std::string{value.as_string().data(), value.as_string().size()};
  auto at = contract::read_time(scalar, contract::TimeUnit::s);
  if (!at) return fault(name, at.error());
  return *at;
}

Fault fault(std::string_view name, std::string_view expected) {
  return Fault("\"" + std::string{name} + "\" must be " + std::string{expected});
}

}  // namespace

}  // namespace senja::api
