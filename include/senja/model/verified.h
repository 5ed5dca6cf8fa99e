// A request whose signature was right. Only the signature room makes one; who needs a verified request asks for this type.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "senja/model/request.h"

namespace senja {

namespace signature {
class Verifier;
struct Recall;
}  // namespace signature

class Verified {
 public:
  const RawRequest& request() const { return request_; }
  std::string_view signed_id() const { return signed_id_; }  // the id that the scheme signs or names, or empty
  RawRequest release() && { return std::move(request_); }

  // The same request, its body decoded by its content-encoding: what was verified are the bytes that came.
  Verified with_decoded_body(std::string body) && {
    request_.body = std::move(body);
    return std::move(*this);
  }

 private:
  friend class signature::Verifier;
  friend struct signature::Recall;  // bytes of our own store, verified when they came
  Verified(RawRequest request, std::string signed_id) : request_(std::move(request)), signed_id_(std::move(signed_id)) {}

  RawRequest request_;
  std::string signed_id_;
};

}  // namespace senja
