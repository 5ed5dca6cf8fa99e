// The only maker of Changes: one member function for each kind of Intent.
#pragma once

#include "senja/rules/decide.h"

namespace senja::rules {

class Decision {
 public:
  static Change about(const EventIntent& event, const Facts& facts);
  static Change about(const RejectIntent& rejected, const Facts& facts);
  static Change about(const ReplayIntent& replay, const Facts& facts);
  static Change about(const PutIntent& put, const Facts& facts);
};

}  // namespace senja::rules
