// Asks rules of values, for one body. The first misfit ends it.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "contract/schema/rule.h"
#include "senja/contract/schema.h"
#include "senja/model/limits.h"

namespace senja::contract::schema {

class Judge {
 public:
  explicit Judge(Value body) : body_(body) {}

  std::optional<Misfit> misfit(const Rule& rule);

  bool fits(const Rule& rule, Value value);
  bool tries(const Rule& rule, Value value);  // the same, but a misfit is no end: anyOf, not, if, …

  // Returns false, so that a check can end with it. `expected` reads on after "expected".
  bool refuse(Value value, std::string_view expected);
  bool refuse_missing(Value object, std::string_view property);

  // Pays for work that grows with the body. False: there are no steps left, and the check has to give up.
  bool pay(std::size_t steps);
  bool pay_for(std::string_view text) { return pay(1 + text.size() / 16); }

 private:
  Value body_;
  std::size_t steps_left_ = limits::schema_steps_max;
  std::size_t trials_ = 0;  // that are under way
  std::optional<Misfit> misfit_;
  bool exhausted_ = false;
};

}  // namespace senja::contract::schema
