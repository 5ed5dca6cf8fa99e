// Response → bytes: head and body in one piece, so that one write carries both.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "net/message.h"
#include "senja/model/time.h"

namespace senja::net {

// "Mon, 30 Nov 2026 14:05:00 GMT", made anew once a second.
class DateText {
 public:
  std::string_view at(WallTime now);

 private:
  std::int64_t second_ = INT64_MIN;
  std::string text_;
};

struct ResponseFrame {
  bool keep_alive = true;     // as decided for this connection
  bool version_1_0 = false;   // the request's; it must be told of keep-alive
  bool without_body = false;  // HEAD: the length is told, the body is not sent
  std::string_view date;
  std::string_view request_id{};  // empty: nothing came that could be called a request
};

// Appends. 1xx, 204 and 304 carry no content-type, content-length or body, whatever the response holds. Control bytes in
// header values become spaces: no value can begin a header of its own.
void append_response(std::string& out, const Response& response, const ResponseFrame& frame);

inline constexpr std::string_view continue_text = "HTTP/1.1 100 Continue\r\n\r\n";

}  // namespace senja::net
