// Refusals of the API: {"code","title","detail"} as application/problem+json.
#pragma once

#include <string_view>

#include "net/message.h"
#include "senja/model/json_text.h"
#include "store/views.h"

namespace senja::api {

// `more`: further members, as JsonText::more takes them.
net::Response problem(int status, std::string_view code, std::string_view title, std::string_view detail,
                      std::string_view more = {});

net::Response not_found(std::string_view what);
net::Response problem_of(const store::ReadError& error);

net::Response json(int status, JsonText text);

}  // namespace senja::api
