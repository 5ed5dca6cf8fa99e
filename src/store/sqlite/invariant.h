// A write whose condition was decided a moment ago met no row: a bug. The transaction is undone, the event answered 503.
#pragma once

#include <stdexcept>
#include <string>

namespace senja::store::sqlite {

class InvariantFailure : public std::logic_error {
 public:
  explicit InvariantFailure(const std::string& what) : std::logic_error(what) {}
};

}  // namespace senja::store::sqlite
