// Bytes → RawRequest, one request at a time, strictly (RFC 9112): whatever two parsers could read in two ways is refused.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "net/bounds.h"
#include "net/fault.h"
#include "net/message.h"
#include "senja/model/request.h"

namespace senja::net {

class RequestParser {
 public:
  explicit RequestParser(const Bounds& bounds);
  RequestParser(RequestParser&&) noexcept;
  RequestParser& operator=(RequestParser&&) noexcept;
  ~RequestParser();

  // head → head_done → body → complete; head_done is only seen between two feeds, so that the head can be judged.
  enum class State : std::uint8_t { head, head_done, body, complete, faulty };

  // Takes bytes and returns how many it used. Those it did not use must come again, with more behind them, except after
  // head_done, complete and faulty. Never reads past the end of a request.
  std::size_t feed(std::string_view bytes);

  State state() const;
  bool begun() const;  // something came that is not the empty line which may stand before a request
  const Fault& fault() const;

  // From head_done on.
  RawRequest& request();
  const Announced& announced() const;
  bool keep_alive() const;
  bool version_1_0() const;
  bool body_to_come() const;
  void expect_body(std::size_t bytes_max);  // head_done → body, or → complete where there is none

  // complete: hands the request out and stands ready for the next.
  RawRequest take();

 private:
  struct Engine;
  std::unique_ptr<Engine> engine_;
};

}  // namespace senja::net
