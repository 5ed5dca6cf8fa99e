// This program has its own equal_in_constant_time: if the room compared tokens anywhere else, or stopped at the first that
// is right, these counts would show it.
#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "api/bearer.h"
#include "senja/signature/verifier.h"

namespace senja::signature {

namespace {
std::vector<std::pair<std::string, std::string>> seen;
}  // namespace

bool equal_in_constant_time(std::string_view a, std::string_view b) {
  seen.emplace_back(a, b);
  return a == b;
}

}  // namespace senja::signature

namespace senja::api {
namespace {

using signature::seen;

struct TokenComparison : testing::Test {
  TokenComparison() {
    for (const char letter : {'a', 'b', 'c'})
      tokens.push_back({std::string(1, letter), config::token_hash(text_of(letter)), {config::Scope::read}, {}});
  }
  static std::string text_of(char letter) { return config::token_text(std::string(config::token_random_bytes, letter)); }

  // Each token's hash was compared once with the hash of what was given.
  void expect_all_compared_with(const std::string& given) {
    ASSERT_EQ(seen.size(), tokens.size()) << given;
    for (std::size_t i = 0; i < seen.size(); ++i) EXPECT_EQ(seen[i], std::pair(config::token_hash(given), tokens[i].hash));
  }
  const config::Token* find(const std::string& given) {
    seen.clear();
    return find_token(tokens, given, WallTime{});
  }

  config::Tokens tokens;
};

TEST_F(TokenComparison, SIG09_IsCalledForEveryTokenWhereTheFirstIsRight) {
  EXPECT_EQ(find(text_of('a')), &tokens[0]);
  expect_all_compared_with(text_of('a'));
}

TEST_F(TokenComparison, SIG09_IsCalledForAWrongToken) {
  EXPECT_EQ(find(text_of('x')), nullptr);
  expect_all_compared_with(text_of('x'));
}

TEST_F(TokenComparison, SIG09_IsCalledForTokensOfAWrongLength) {
  const std::string right = text_of('b');
  for (const std::string& wrong : {std::string{}, right.substr(0, 48), right + "A", std::string(500, 'a')}) {
    EXPECT_EQ(find(wrong), nullptr);
    expect_all_compared_with(wrong);
  }
}

}  // namespace
}  // namespace senja::api
