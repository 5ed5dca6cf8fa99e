#include "senja/contract/json_tree.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "contract/json_pointer.h"
#include "senja/model/json_text.h"
#include "senja/model/limits.h"

namespace senja::contract {
namespace {

using Kind = JsonTree::Kind;

std::string problem(std::string_view text) {
  const auto tree = parse_json(text);
  return tree ? "" : std::string{tree.error().problem};
}

TEST(JsonTree, HoldsEveryKindOfValue) {
  const auto tree = parse_json(R"({"a": [1, -2.50e3, "x", true, false, null, {}], "b": {"c": []}})");
  ASSERT_TRUE(tree);
  const auto a = tree->root().find("a").value();
  ASSERT_EQ(a.size(), 7U);
  EXPECT_EQ(a.at(0)->text(), "1");
  EXPECT_EQ(a.at(1)->text(), "-2.50e3");
  EXPECT_EQ(a.at(2)->text(), "x");
  EXPECT_TRUE(a.at(3)->is_true());
  EXPECT_TRUE(a.at(4)->is(Kind::boolean) && !a.at(4)->is_true());
  EXPECT_TRUE(a.at(5)->is(Kind::null));
  EXPECT_TRUE(a.at(6)->is(Kind::object) && a.at(6)->size() == 0);
  EXPECT_FALSE(a.at(7));
  EXPECT_TRUE(tree->root().find("b")->find("c")->is(Kind::array));
  EXPECT_FALSE(tree->root().find("c"));
  EXPECT_FALSE(a.find("a"));
}

TEST(JsonTree, DecodesTextsAndKeys) {
  const auto tree = parse_json(R"({"\u0061\n":"\ud83d\ude00","b":"plain","c":"\u0000\"","d":"\t"})");
  ASSERT_TRUE(tree);
  EXPECT_EQ(tree->root().find("a\n")->text(), "\xF0\x9F\x98\x80");
  EXPECT_EQ(tree->root().find("b")->text(), "plain");
  EXPECT_EQ(tree->root().find("c")->text(), std::string("\0\"", 2));
  EXPECT_EQ(tree->root().find("d")->text(), "\t");
}

TEST(JsonTree, StaysWholeWhereItIsMoved) {
  auto tree = parse_json(R"(["\u0061"])");
  ASSERT_TRUE(tree);
  const JsonTree moved = *std::move(tree);
  EXPECT_EQ(moved.root().at(0)->text(), "a");
}

TEST(JsonTree, AKeyStandsOnlyOnceInItsObject) {
  constexpr std::string_view twice = "a key that stands twice in the object before it";
  EXPECT_EQ(problem(R"({"a":1,"b":2,"a":3})"), twice);
  EXPECT_EQ(problem(R"({"a":1,"\u0061":3})"), twice);
  EXPECT_EQ(problem(R"([{"x":{"a":1,"a":1}}])"), twice);
  EXPECT_EQ(problem(R"({"a":{"a":{"a":1}},"b":{"a":1}})"), "");
}

TEST(JsonTree, ALoneSurrogateIsRefusedWhereverItStands) {
  EXPECT_EQ(problem(R"(["\ud800"])"), "a lone surrogate");
  EXPECT_EQ(problem(R"({"\udc00":1})"), "a lone surrogate");
}

TEST(JsonTree, IsBounded) {
  const std::size_t most = limits::json_depth_max;
  EXPECT_EQ(problem(std::string(most, '[') + std::string(most, ']')), "");
  EXPECT_EQ(problem(std::string(most + 1, '[') + std::string(most + 1, ']')), "nesting too deep");
  std::string many = "[0";
  for (std::size_t i = 0; i + 2 < limits::json_values_max; ++i) many += ",0";
  EXPECT_EQ(problem(many + "]"), "");
  EXPECT_EQ(problem(many + ",0]"), "too many values");
}

TEST(JsonTree, EveryValueHasItsPointer) {
  const auto tree = parse_json(R"({"a/b":[[],{"~":7}],"":8,"last":{"x":[1,2,[3]]}})");
  ASSERT_TRUE(tree);
  const auto root = tree->root();
  EXPECT_EQ(pointer_to(root, root), "");
  EXPECT_EQ(pointer_to(root, at_tokens(root, {"a/b", "1", "~"}).value()), "/a~1b/1/~0");
  EXPECT_EQ(pointer_to(root, at_tokens(root, {"a/b"}).value()), "/a~1b");
  EXPECT_EQ(pointer_to(root, at_tokens(root, {""}).value()), "/");
  EXPECT_EQ(pointer_to(root, at_tokens(root, {"last", "x", "2", "0"}).value()), "/last/x/2/0");
  EXPECT_FALSE(at_tokens(root, {"last", "x", "02"}));
  EXPECT_FALSE(at_tokens(root, {"last", "x", "3"}));
  EXPECT_FALSE(at_tokens(root, {"nothing", "x"}));
}

RC_GTEST_PROP(JsonTree, IsWhatReadJsonAccepts, ()) {
  std::string text;
  for (const auto& each : *rc::gen::container<std::vector<std::string>>(
           rc::gen::element<std::string>("{", "}", "[", "]", ",", ":", "\"a\"", "\"b\"", "1", "-0", "0.5", "1e2", "true",
                                         "null", " ", "\"\\n\"", "01", "\"")))
    text += each;
  const auto tree = parse_json(text);
  const bool accepted = read_json(text, PointerSet{}).has_value();
  const bool doubled = !tree && tree.error().problem.starts_with("a key that stands twice");
  RC_ASSERT(doubled || tree.has_value() == accepted);
}

}  // namespace
}  // namespace senja::contract
