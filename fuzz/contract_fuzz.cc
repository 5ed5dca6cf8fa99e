// A signed body is still a stranger's: the reader accepts only what another strict parser accepts, and what it calls an
// event is one.
#include <boost/json.hpp>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "senja/contract/reader.h"
#include "senja/model/limits.h"
#include "senja/signature/verifier.h"

namespace senja {

namespace {
contract::Reader make_reader() {
  const auto at = [](const char* text) { return *contract::parse_place(text); };
  contract::Contract contract;
  contract.event_id = at("/event_id");
  contract.resource_id = at("/a/resource_id");
  contract.action = at("/a/action");
  contract.version = at("/version");
  contract.issued_at = contract::TimeField{at("/issued_at"), contract::TimeUnit::automatic};
  contract.expires_at = contract::TimeField{at("/expires_at"), contract::TimeUnit::s};
  contract.required = {"event_id"};
  contract.picks = {{contract::Pick::Type::integer, at("/amount"), false, std::nullopt, {}},
                    {contract::Pick::Type::any, at("/list/0/b~1c"), false, std::nullopt, {}}};
  contract.fingerprinting = contract::Contract::Fingerprinting::contract;
  return std::move(*contract::Reader::make(std::move(contract)));
}

void check_event(const Event& event) {
  if (event.event_id.text.empty() || event.event_id.text.size() > limits::id_bytes_max) std::abort();
  if (event.event_id.text.find('\0') != std::string::npos) std::abort();
  if (event.action && event.action->text.size() > limits::word_bytes_max) std::abort();
  for (const auto& time : {event.issued_at, event.expires_at})
    if (time && (*time < limits::event_time_min || *time > limits::event_time_max)) std::abort();
}

// Both parsers are strict, but for what we read only where asked: numbers beyond double, and lone surrogates.
bool comparable(std::string_view body) {
  return body.find_first_of("eE") == std::string_view::npos && body.find("\\u") == std::string_view::npos &&
         body.size() < 200;
}
bool other_parser_accepts(std::string_view body) {
  boost::json::parse_options options;
  options.max_depth = limits::json_depth_max;
  boost::system::error_code failed;
  boost::json::parse(boost::json::string_view(body.data(), body.size()), failed, {}, options);
  return !failed;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const contract::Reader reader = make_reader();
  const std::string body(reinterpret_cast<const char*>(data), size);
  const WallTime now{std::chrono::seconds{1'700'000'000}};
  if (const auto event = reader.read(signature::Recall::from_store({body, {}}, now))) check_event(*event);
  contract::PointerSet pointers;
  pointers.add({"event_id"});
  const bool accepted = contract::read_json(body, pointers).has_value();
  if (comparable(body) && accepted != other_parser_accepts(body)) std::abort();
  return 0;
}

}  // namespace senja
