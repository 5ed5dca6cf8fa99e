// Finds the text that stands at a place of a request, before anything is known to be true.
#pragma once

#include <cstddef>
#include <forward_list>
#include <string>
#include <string_view>

#include "senja/model/request.h"
#include "senja/signature/scheme.h"

namespace senja::signature {

struct Found {
  std::size_t times = 0;  // more than once is for the caller to judge
  std::string_view first;
};

// The request must outlive the Lookup, and the Lookup what it finds: fields of queries and forms are decoded into it.
class Lookup {
 public:
  explicit Lookup(const RawRequest& request) : request_(request) {}
  Found find(const Place& place);
  const RawRequest& request() const { return request_; }

 private:
  Found field(std::string_view pairs, std::string_view name);

  const RawRequest& request_;
  std::forward_list<std::string> decoded_;  // its elements stay where they are
};

}  // namespace senja::signature
