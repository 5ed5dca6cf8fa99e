// Without a token the admin listener trusts this machine alone, so a browser on it must not be led here by a stranger's
// page (DNS rebinding, cross-site requests): Host must name the loopback, and Origin, where there is one, too.
#pragma once

#include <optional>

#include "net/message.h"
#include "senja/model/request.h"

namespace senja::api {

std::optional<net::Response> refuse_strangers(const Headers& headers);

}  // namespace senja::api
