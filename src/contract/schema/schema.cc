#include "senja/contract/schema.h"

#include <algorithm>
#include <utility>

#include "contract/json_pointer.h"
#include "contract/schema/compiler.h"
#include "contract/schema/judge.h"

namespace senja::contract {

// The rules hold values of the tree, and the tree views of the text: none of them moves.
struct Schema::Compiled {
  std::unique_ptr<const std::string> text;
  JsonTree tree;
  schema::Rules rules;
};

namespace {

std::string line_of(std::string_view text, std::size_t at);
std::string at(const JsonTree& tree, const schema::Problem& problem);

}  // namespace

std::expected<Schema, std::string> Schema::parse(std::string text) {
  if (text.size() > limits::schema_bytes_max)
    return std::unexpected{"is longer than " + std::to_string(limits::schema_bytes_max) + " bytes"};
  auto kept = std::make_unique<const std::string>(std::move(text));
  auto tree = parse_json(*kept);
  if (!tree) return std::unexpected{line_of(*kept, tree.error().at) + std::string{tree.error().problem}};
  auto compiled = std::make_unique<Compiled>(Compiled{std::move(kept), *std::move(tree), {}});
  auto rules = schema::Compiler{compiled->tree.root()}.compile();
  if (!rules) return std::unexpected{at(compiled->tree, rules.error())};
  compiled->rules = *std::move(rules);
  return Schema{std::move(compiled)};
}

std::optional<Misfit> Schema::misfit(const JsonTree& body) const {
  return schema::Judge{body.root()}.misfit(*compiled_->rules.root);
}

Schema::Schema(std::unique_ptr<const Compiled> compiled) : compiled_(std::move(compiled)) {}
Schema::Schema(Schema&&) noexcept = default;
Schema& Schema::operator=(Schema&&) noexcept = default;
Schema::~Schema() = default;

namespace {

std::string line_of(std::string_view text, std::size_t at) {
  return "line " + std::to_string(1 + std::ranges::count(text.substr(0, at), '\n')) + ": ";
}

std::string at(const JsonTree& tree, const schema::Problem& problem) {
  const std::string pointer = pointer_to(tree.root(), problem.at);
  return (pointer.empty() ? "at its top: " : "at " + pointer + ": ") + problem.text;
}

}  // namespace

}  // namespace senja::contract
