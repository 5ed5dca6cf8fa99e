#include "api/problem.h"

#include <string>
#include <utility>

namespace senja::api {

net::Response problem(int status, std::string_view code, std::string_view title, std::string_view detail,
                      std::string_view more) {
  JsonText text;
  text.begin_object().member("code", code).member("title", title).member("detail", detail).more(more).end_object();
  net::Response response = json(status, std::move(text));
  response.content_type = "application/problem+json";
  return response;
}

net::Response not_found(std::string_view what) {
  return problem(404, "not_found", "Not found", "there is no " + std::string{what});
}

net::Response problem_of(const store::ReadError& error) {
  if (error.kind == store::ReadError::Kind::bad_cursor)
    return problem(400, "bad_cursor", "The cursor is not one of ours", error.detail);
  return problem(503, "store", "The store cannot be read now", error.detail);
}

net::Response json(int status, JsonText text) { return {.status = status, .body = std::move(text).take()}; }

}  // namespace senja::api
