// Why bytes are no request, in the words that the answer carries.
#pragma once

#include <string_view>

namespace senja::net {

// The connection cannot go on after it: where the next request starts is unknown. Parsers give static texts.
struct Fault {
  int status = 400;
  std::string_view code{}, detail{};
};

constexpr Fault bad_request(std::string_view detail) { return {400, "bad_request", detail}; }

}  // namespace senja::net
