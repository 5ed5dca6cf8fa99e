#include <gtest/gtest.h>

#include "demo/stage.h"

namespace senja::demo {
namespace {

TEST(AnswerInWords, SaysStatusWordReplayAndWhenToTryAgain) {
  using Answer = std::expected<net::ClientResponse, std::string>;
  EXPECT_EQ(in_words(Answer(net::ClientResponse{200, {}, R"({"status":"applied","version":2})"})), "200 applied");
  EXPECT_EQ(in_words(Answer(net::ClientResponse{200, {{"senja-replay", "true"}}, R"({"status":"applied"})"})),
            "200 applied, replay");
  EXPECT_EQ(in_words(Answer(net::ClientResponse{503, {{"Retry-After", "25"}}, R"({"status":"future"})"})),
            "503 future, Retry-After 25");
}

TEST(AnswerInWords, WhatIsNoAnswerIsSaid) {
  EXPECT_EQ(in_words(std::unexpected<std::string>("no answer in time")), "no answer in time");
  EXPECT_EQ(in_words(net::ClientResponse{502, {}, "<html>"}), "502 ?");
}

}  // namespace
}  // namespace senja::demo
