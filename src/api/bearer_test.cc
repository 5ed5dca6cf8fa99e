#include "api/bearer.h"

#include <gtest/gtest.h>

namespace senja::api {
namespace {

using namespace std::chrono_literals;

constexpr WallTime now{std::chrono::seconds{1'700'000'000}};

std::string read(const std::vector<std::string_view>& values) {
  Headers headers;
  headers.add("Host", "localhost");
  for (const std::string_view value : values) headers.add("authorization", value);
  const auto bearer = read_bearer(headers);
  if (bearer) return std::string(*bearer);
  return bearer.error() == NoBearer::missing ? "missing" : "malformed";
}

TEST(Bearer, IsTheSchemeSpacesAndATokenInItsAlphabet) {
  EXPECT_EQ(read({"Bearer abc"}), "abc");
  EXPECT_EQ(read({"bearer   a"}), "a");
  EXPECT_EQ(read({"BEARER aZ09-._~+/=="}), "aZ09-._~+/==");
  EXPECT_EQ(read({"Bearer " + std::string(bearer_bytes_max - 7, 'a')}), std::string(bearer_bytes_max - 7, 'a'));
}

TEST(Bearer, MayBeMissing) { EXPECT_EQ(read({}), "missing"); }

TEST(Bearer, AnythingElseIsMalformed) {
  for (const std::string_view value : {"",
                                       " ",
                                       "Bearer",
                                       "Bearer ",
                                       "Bearer=abc",
                                       "Bearerabc",
                                       "Bearer\tabc",
                                       "Basic YTpi",
                                       "abc",
                                       " Bearer abc",
                                       "Bearer abc ",
                                       "Bearer abc def",
                                       "Bearer abc,",
                                       "Bearer abc, Bearer abc",
                                       "Bearer \"abc\"",
                                       "Bearer a=b",
                                       "Bearer =",
                                       "Bearer caf\xC3\xA9",
                                       "Bearer a\x7f",
                                       "Bearer realm=\"x\"",
                                       "Bearer  ",
                                       "Token abc"})
    EXPECT_EQ(read({value}), "malformed") << value;
  EXPECT_EQ(read({std::string_view("Bearer a\0b", 10)}), "malformed");
  EXPECT_EQ(read({"Bearer " + std::string(bearer_bytes_max - 6, 'a')}), "malformed");
}

TEST(Bearer, TwoHeadersAreOneTooMany) {
  EXPECT_EQ(read({"Bearer abc", "Bearer abc"}), "malformed");
  EXPECT_EQ(read({"Bearer abc", ""}), "malformed");
}

struct Finding : testing::Test {
  const std::string first = config::token_text(std::string(32, 'a')), second = config::token_text(std::string(32, 'b'));
  config::Tokens tokens{{"first", config::token_hash(first), {config::Scope::read}, {}},
                        {"second", config::token_hash(second), {config::Scope::admin}, now + 1s}};
  std::string found(std::string_view text, WallTime at = now) const {
    const config::Token* token = find_token(tokens, text, at);
    return token == nullptr ? "" : token->name;
  }
};

TEST_F(Finding, TellsWhoseATokenIs) {
  EXPECT_EQ(found(first), "first");
  EXPECT_EQ(found(second), "second");
  for (const std::string& text : {std::string{}, first.substr(1), first + "A", first.substr(0, 48), tokens[0].hash,
                                  config::token_text(std::string(32, 'c')), std::string(first).replace(0, 1, "S")})
    EXPECT_EQ(found(text), "") << text;
}

TEST_F(Finding, ATokenCountsUntilItsEnd) {
  EXPECT_EQ(found(second, now + 1s - 1us), "second");
  EXPECT_EQ(found(second, now + 1s), "");
  EXPECT_EQ(found(first, now + 1000h), "first");
}

TEST_F(Finding, WhatWasNotDrawnAtRandomIsNeverTaken) {
  tokens[0].hash = config::token_hash("hunter2");
  EXPECT_EQ(found("hunter2"), "");
}

TEST_F(Finding, AmongNoneThereIsNobody) {
  tokens.clear();
  EXPECT_EQ(found(first), "");
}

}  // namespace
}  // namespace senja::api
