// A browser on this machine or in this network must not be led here by a stranger's page (DNS rebinding, cross-site
// requests): Host must name this listener, and Origin, where there is one, a page of its own.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "net/message.h"
#include "senja/model/request.h"

namespace senja::api {

// `hosts`: what the listener is called beside the loopback's names; lower case, without port and brackets. 403 or nothing.
std::optional<net::Response> refuse_strangers(const Headers& headers, const std::vector<std::string>& hosts);

}  // namespace senja::api
