// Refusals of the API (RFC 9457): {"title","status","detail","code"} as application/problem+json. `type` is left out, so it
// is about:blank; `code` is what programs go by.
#pragma once

#include <string_view>

#include "net/message.h"
#include "senja/model/json_text.h"
#include "store/views.h"

namespace senja::api {

// `more`: further members, as JsonText::more takes them.
net::Response problem(int status, std::string_view code, std::string_view title, std::string_view detail,
                      std::string_view more = {});

// What the transport refuses: the title is the status' own.
net::Response transport_problem(int status, std::string_view code, std::string_view detail);

net::Response not_found(std::string_view what);
net::Response problem_of(const store::ReadError& error);

net::Response json(int status, JsonText text);

}  // namespace senja::api
