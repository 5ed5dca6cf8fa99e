#include "cli/cli_vocabulary.h"

namespace senja::cli {
namespace {

using testing::HasSubstr;
using Signing = CliTest;

constexpr std::string_view signature =  // printf '{}' | openssl dgst -sha256 -hmac rewards-demo-secret
    "cdd091bf79375e41411916ba4badc4699cec97391165b31d07a7c15ace868785";

TEST_F(Signing, PrintsHeadersThatTheVerifierTakes) {
  files["claim.json"] = "{}";
  ASSERT_EQ(senja({"sign", "--scheme", "sha256-body", "--secret", "rewards-demo-secret", "--file", "claim.json"}), 0);
  EXPECT_EQ(out.str(), "X-Webhook-Signature: sha256=" + std::string(signature) + "\n");
}

TEST_F(Signing, WhatOneVerbSignsTheOtherVerifies) {
  for (const char* scheme : {"timestamp-body", "sha256-body", "standard-webhooks", "svix", "stripe", "github"}) {
    const std::string secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    in.clear();
    in.str("{\"a\": 1}\n");
    ASSERT_EQ(senja({"sign", "--scheme", scheme, "--secret", secret, "--file", "-", "--now", "1700000000"}), 0) << err.str();
    files["request"] = "POST /in/x HTTP/1.1\nHost: h\n" + out.str() + "\n{\"a\": 1}\n";
    EXPECT_EQ(senja({"verify", "--scheme", scheme, "--secret", secret, "--request", "request"}), 0) << scheme << out.str();
    EXPECT_EQ(out.str(), "valid\n");
    files["request"].back() = ' ';
    EXPECT_EQ(senja({"verify", "--scheme", scheme, "--secret", secret, "--request", "request"}), 1);
    EXPECT_THAT(out.str(), HasSubstr("invalid: signature: "));
  }
}

TEST_F(Signing, AgeIsJudgedAtTheGivenTime) {
  files["b"] = "{}";
  ASSERT_EQ(senja({"sign", "--scheme", "timestamp-body", "--secret", "s", "--file", "b", "--now", "1700000000"}), 0);
  files["r"] = "POST / HTTP/1.1\r\n" + out.str() + "\r\n{}";
  const std::vector<std::string> verify{"verify", "--scheme", "timestamp-body", "--secret", "s", "--request", "r", "--now"};
  const auto at = [&](const char* now) {
    auto words = verify;
    words.emplace_back(now);
    return senja(words);
  };
  EXPECT_EQ(at("1700000300"), 0);
  EXPECT_EQ(at("1700000301"), 1);
  EXPECT_THAT(out.str(), HasSubstr("invalid: timestamp: "));
}

TEST_F(Signing, UnreadableInputIsAUsageError) {
  EXPECT_EQ(senja({"sign", "--scheme", "sha256-body", "--secret", "s", "--file", "gone"}), 2);
  EXPECT_EQ(err.str(), "senja: gone cannot be read: No such file or directory\n");
  files["r"] = "what\n";
  EXPECT_EQ(senja({"verify", "--scheme", "github", "--secret", "s", "--request", "r"}), 2);
  EXPECT_THAT(err.str(), HasSubstr("senja: r: line 1: expected \"POST /path HTTP/1.1\""));
  EXPECT_EQ(senja({"verify", "--scheme", "standard-webhooks", "--secret", "not base64!", "--request", "r"}), 2);
  EXPECT_THAT(err.str(), HasSubstr("senja: --secret: "));
}

TEST_F(Signing, VectorsEndWithTheirCount) {
  files["v.json"] =
      R"({"provider":"sha256-body","secret":"k","now":1700000000,"requests":[
          {"name":"a","method":"POST","url":"https://h/","headers":{},"body_base64":"","expect":"invalid"}]})";
  EXPECT_EQ(senja({"verify", "--vectors", "v.json"}), 0);
  EXPECT_THAT(out.str(), testing::EndsWith("1 requests, 0 disagree\n"));
  files["v.json"].replace(files["v.json"].find("invalid"), 7, "valid");
  EXPECT_EQ(senja({"verify", "--vectors", "v.json"}), 1);
  files["v.json"] = "[]";
  EXPECT_EQ(senja({"verify", "--vectors", "v.json"}), 2);
}

TEST_F(Signing, SendPostsTheSignedBytesAndShowsTheAnswer) {
  files["claim.json"] = "{}";
  const std::vector<std::string> words{"send",
                                       "--url",
                                       "http://127.0.0.1:8080/in/rewards",
                                       "--scheme",
                                       "sha256-body",
                                       "--secret",
                                       "rewards-demo-secret",
                                       "--file",
                                       "claim.json",
                                       "--header",
                                       "X-Trace: 7"};
  answer = net::ClientResponse{200, {{"senja-replay", "true"}}, R"({"status":"applied"})"};
  EXPECT_EQ(senja(words), 0);
  EXPECT_EQ(out.str(), "200 (a replay of the recorded outcome)\n{\"status\":\"applied\"}\n");
  EXPECT_EQ(asked.method, "POST");
  EXPECT_EQ(asked.target, "/in/rewards");
  EXPECT_EQ(asked.body, "{}");
  EXPECT_EQ(asked.headers, (net::ClientHeaders{{"X-Trace", "7"},
                                               {"Content-Type", "application/json"},
                                               {"X-Webhook-Signature", "sha256=" + std::string(signature)}}));
  answer = net::ClientResponse{503, {{"Retry-After", "25"}}, "\x1b[2J"};
  EXPECT_EQ(senja(words), 1);
  EXPECT_EQ(out.str(), "503 (retry after 25 s)\n\\x1b[2J\n");
  answer.reset();
  EXPECT_EQ(senja(words), 4);
  EXPECT_EQ(err.str(), "senja: cannot connect to 127.0.0.1:8080: Connection refused\n");
}

TEST_F(Signing, KeysAreThirtyTwoRandomBytes) {
  ASSERT_EQ(senja({"keygen"}), 0);
  const std::string first = out.str();
  EXPECT_EQ(first.size(), std::string_view("whsec_").size() + 44 + 1);
  ASSERT_EQ(senja({"keygen"}), 0);
  EXPECT_NE(out.str(), first);
  ASSERT_EQ(senja({"keygen", "--hex"}), 0);
  EXPECT_EQ(out.str().size(), 64u + 1);
}

}  // namespace
}  // namespace senja::cli
