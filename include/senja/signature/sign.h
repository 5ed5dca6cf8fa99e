// Signs a request the way a scheme's sender would: for `senja sign`, `senja send`, the demo and the tests.
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "senja/model/secret.h"
#include "senja/model/time.h"
#include "senja/signature/scheme.h"

namespace senja::signature {

struct ToSign {
  std::string method = "POST";
  std::string target = "/";
  std::string body{};
  std::string id{};  // for schemes that sign or name one; may be empty otherwise
  WallTime at{};     // becomes the timestamp, floored to the scheme's unit
};

// The headers to send, in order. Fails where the scheme's signature does not stand in a header, or the key is unusable.
std::expected<std::vector<std::pair<std::string, std::string>>, std::string> sign(const Scheme& scheme, const Secret& secret,
                                                                                  const ToSign& what);

}  // namespace senja::signature
