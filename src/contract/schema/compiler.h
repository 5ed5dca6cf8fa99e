// A schema's text → rules.
#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <optional>
#include <vector>

#include "contract/schema/keyword.h"
#include "contract/schema/rule.h"

namespace senja::contract::schema {

// Rules point to one another, and keep their places.
struct Rules {
  std::deque<Rule> all;
  const Rule* root = nullptr;
};

class Compiler {
 public:
  explicit Compiler(Value document) : document_(document) {}

  // The whole document, or the first problem.
  std::expected<Rules, Problem> compile() &&;

  Value document() const { return document_; }

  // The rule of a schema, wherever in the document it stands and however often it is asked for. It is filled later, so
  // that schemas may refer to themselves.
  const Rule* rule(Value schema);

 private:
  std::optional<Problem> fill(Rule& rule, Value schema);
  std::optional<Problem> check_chains() const;

  struct Known {
    Rule* rule;
    Value schema;
  };
  Value document_;
  Rules rules_;
  std::map<std::size_t, Known> known_;  // by the schema's index in its tree
  std::vector<Known> pending_;          // not yet filled
};

}  // namespace senja::contract::schema
