#include "api/problem.h"

#include <string>
#include <utility>

namespace senja::api {

namespace {

std::string_view title_of(int status);

}  // namespace

net::Response problem(int status, std::string_view code, std::string_view title, std::string_view detail,
                      std::string_view more) {
  JsonText text;
  text.begin_object().member("title", title).member("status", status).member("detail", detail);
  text.member("code", code).more(more).end_object();
  net::Response response = json(status, std::move(text));
  response.content_type = "application/problem+json";
  return response;
}

net::Response transport_problem(int status, std::string_view code, std::string_view detail) {
  return problem(status, code, title_of(status), detail);
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

namespace {

// RFC 9110, 15.
std::string_view title_of(int status) {
  switch (status) {
    case 408:
      return "Request timeout";
    case 413:
      return "Content too large";
    case 417:
      return "Expectation failed";
    case 431:
      return "Request header fields too large";
    case 503:
      return "Service unavailable";
    default:
      return status < 500 ? "Bad request" : "Internal server error";
  }
}

}  // namespace

}  // namespace senja::api
