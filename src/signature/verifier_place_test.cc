// Where signatures, ids and signed fields stand: missing, empty, doubled, mixed, or apt to be taken for something else.
#include <gtest/gtest.h>

#include "senja/model/limits.h"
#include "signature/vocabulary.h"

namespace senja::signature {
namespace {

TEST(Verify, SIG05_AHeaderOfAnotherScheme) {
  for (const std::string& mine : signed_schemes)
    for (const std::string& other : signed_schemes) {
      if (mine == other || mine + other == "svixstandard-webhooks") continue;  // svix also reads the webhook-* family
      EXPECT_FALSE(verifies(scheme(mine), request_with(headers_for(scheme(other), body), body))) << mine << " " << other;
    }
}

TEST(Verify, SIG08_AnySubsetOfHeadersMissingOrEmpty) {
  const std::vector<std::string> bodies{"", "no json", body};
  for (const std::string& name : signed_schemes)
    for (const std::string& text : bodies) {
      const Scheme s = scheme(name);
      Verifier verifier = verifier_for(s);
      const HeaderList headers = headers_for(s, text);
      // Two bits for each header: 0 as it is, 1 missing, 2 and 3 empty.
      for (std::size_t mask = 1; mask < 1U << (2 * headers.size()); ++mask) {
        HeaderList some;
        bool needed_one_is_gone = false;
        for (std::size_t i = 0; i < headers.size(); ++i) {
          const std::size_t bits = mask >> (2 * i) & 3;
          const bool github_id = headers[i].first == "X-GitHub-Delivery";  // named, but not signed
          needed_one_is_gone |= bits != 0 && !github_id;
          if (bits == 0) some.push_back(headers[i]);
          if (bits >= 2) some.emplace_back(headers[i].first, "");
        }
        EXPECT_EQ(verifier.verify(request_with(some, text)).has_value(), !needed_one_is_gone) << name << " " << mask;
      }
      EXPECT_TRUE(verifier.verify(request_with(headers, text))) << name;
    }
}

TEST(Verify, T5_AHeaderSentTwiceIsRefused) {
  for (const std::string& name : signed_schemes) {
    const Scheme s = scheme(name);
    const HeaderList headers = headers_for(s, body);
    for (const auto& header : headers) {
      HeaderList doubled = headers;
      doubled.push_back(header);
      EXPECT_FALSE(verifies(s, request_with(doubled, body))) << name << " " << header.first;
    }
  }
}

TEST(Verify, T5_ARepeatableHeaderMayComeInSeveralLines) {
  SchemeRow row = *find_scheme("sha256-body");
  row.repeatable = true;
  row.item = {"sha256={sig}", "{sig}"};
  const Scheme s = compile(row).value();
  const std::string right = headers_for(s, body).back().second;
  EXPECT_TRUE(verifies(s, request_with({{"X-Webhook-Signature", "sha256=00"}, {"x-webhook-signature", right}}, body)));
  EXPECT_TRUE(verifies(s, request_with({{"X-Webhook-Signature", right.substr(7)}}, body)));
  HeaderList many{{"X-Webhook-Signature", right}};
  while (many.size() < limits::signatures_per_header_max) many.emplace_back("X-Webhook-Signature", "x");
  EXPECT_TRUE(verifies(s, request_with(many, body)));
  many.emplace_back("X-Webhook-Signature", "x");
  EXPECT_FALSE(verifies(s, request_with(many, body)));
}

TEST(Verify, StripeWithTwoTimestampsIsRefused) {
  const Scheme s = scheme("stripe");
  const std::string value = headers_for(s, body).back().second;
  Verifier verifier = verifier_for(s);
  EXPECT_EQ(says(verifier, request_with({{"Stripe-Signature", value + ",t=" + std::to_string(now_seconds)}}, body)),
            "timestamp: the timestamp was sent more than once");
}

TEST(Verify, SvixFamiliesDoNotMix) {
  const Scheme svix = scheme("svix");
  const HeaderList own = headers_for(svix, body), other = headers_for(scheme("standard-webhooks"), body);  // one secret
  EXPECT_TRUE(verifies(svix, request_with(own, body)));
  EXPECT_TRUE(verifies(svix, request_with(other, body)));
  for (std::size_t mask = 1; mask < 7; ++mask) {
    HeaderList mixed;
    for (std::size_t i = 0; i < 3; ++i) mixed.push_back((mask >> i & 1) != 0 ? other[i] : own[i]);
    EXPECT_FALSE(verifies(svix, request_with(mixed, body))) << mask;
  }
}

TEST(Verify, T6_IdsThatCouldMoveASeparatorAreRefused) {
  const Scheme s = scheme("standard-webhooks");
  const auto signed_as = [&](const std::string& id) {
    // The MAC of another scheme with the same key over the whole text, so that the signature itself is right.
    SchemeRow row{.name = "whole", .sig = "header:webhook-signature", .item = {"v1,{sig}"}, .enc = "base64", .key = "whsec"};
    const std::string at = std::to_string(now_seconds);
    const auto value = sign(compile(row).value(), secret_for(s), {.body = id + "." + at + "." + body, .at = now}).value();
    return request_with({{"webhook-id", id}, {"webhook-timestamp", at}, value.front()}, body);
  };
  EXPECT_TRUE(verifies(s, signed_as("msg_1")));
  EXPECT_TRUE(verifies(s, signed_as(std::string(255, 'x'))));
  for (const std::string& id :
       {std::string{"msg.1"}, std::string{"."}, std::string{"msg_1."}, std::string(256, 'x'), std::string{"a\0b", 3},
        std::string{"a\rb"}, std::string{"a\nb"}, std::string{"\x7f"}, std::string{}})
    EXPECT_FALSE(verifies(s, signed_as(id))) << id;
}

TEST(Verify, TheSignedIdIsHandedOn) {
  const auto id_of = [](const std::string& name, const HeaderList& headers) {
    Verifier verifier = verifier_for(scheme(name));
    return std::string{verifier.verify(request_with(headers, body)).value().signed_id()};
  };
  EXPECT_EQ(id_of("svix", headers_for(scheme("svix"), body, "msg_7")), "msg_7");
  EXPECT_EQ(id_of("github", headers_for(scheme("github"), body, "delivery-7")), "delivery-7");
  EXPECT_EQ(id_of("github", headers_for(scheme("github"), body, "")), "");
  EXPECT_EQ(id_of("stripe", headers_for(scheme("stripe"), body)), "");
}

// The MAC of another scheme with the same key over the whole text: how a sender signs what its template comes to.
std::string mac_over(const std::string& text) {
  return headers_for(compile({.name = "whole", .sig = "header:S"}).value(), text).front().second;
}

TEST(Verify, FieldsOfTheRequestMayBeSigned) {
  const Scheme s = compile({.name = "own",
                            .sig = "query:sig",
                            .signed_text = "{method}\n{path}\n{header:X-Account}\n{header:X-None?}\n{query:n}\n{form:f}"})
                       .value();
  const auto verdict = [&](const std::string& target, const std::vector<std::string>& accounts) {
    RawRequest request{.method = "PUT", .target = target, .headers = {}, .body = "f=a%20b&g=1", .received_at = now};
    for (const std::string& account : accounts) request.headers.add("X-Account", account);
    return verifies(s, std::move(request));
  };
  const std::string mac = mac_over("PUT\n/in/own\nacct_1\n\n7+8\na b");
  EXPECT_TRUE(verdict("/in/own?n=7%2B8&sig=" + mac, {"acct_1"}));
  EXPECT_FALSE(verdict("/in/own?n=7+8&sig=" + mac, {"acct_1"}));
  EXPECT_FALSE(verdict("/in/own?sig=" + mac, {"acct_1"}));
  EXPECT_FALSE(verdict("/in/own?n=7%2B8&n=7%2B8&sig=" + mac, {"acct_1"}));
  EXPECT_FALSE(verdict("/in/own?n=7%2B8&sig=" + mac, {"acct_1", "acct_1"}));
  EXPECT_FALSE(verdict("/in/own?n=7%2B8&sig=" + mac + "&sig=" + mac, {"acct_1"}));
  EXPECT_FALSE(verdict("/in/other?n=7%2B8&sig=" + mac, {"acct_1"}));
}

TEST(Verify, T6_ASignedFieldCannotMoveItsEnd) {
  const Scheme s = compile({.name = "own", .sig = "header:S", .signed_text = "{query:a}\n{query:b}\n"}).value();
  const auto verdict = [&](const std::string& target) {
    RawRequest request{.method = "POST", .target = target, .headers = {}, .body = "", .received_at = now};
    request.headers.add("S", mac_over("1\n2\n3\n"));
    return verifies(s, std::move(request));
  };
  EXPECT_FALSE(verdict("/?a=1%0A2&b=3"));
  EXPECT_FALSE(verdict("/?a=1&b=2%0A3"));
}

TEST(Verify, TheUrlIsHttpsHostAndTarget) {
  const Scheme s = compile({.name = "own", .sig = "header:S", .signed_text = "{url}{body}"}).value();
  const HeaderList headers{{"S", mac_over("https://hooks.senja.test/in/test" + body)}};
  HeaderList with_host = headers;
  with_host.emplace_back("Host", "hooks.senja.test");
  EXPECT_TRUE(verifies(s, request_with(with_host, body)));
  EXPECT_FALSE(verifies(s, request_with(headers, body)));
  with_host.emplace_back("Host", "hooks.senja.test");
  EXPECT_FALSE(verifies(s, request_with(with_host, body)));
}

TEST(Recall, GivesBackWhatTheStoreKept) {
  const Scheme s = scheme("github");
  Verifier verifier = verifier_for(s);
  const auto verified = verifier.verify(request_with(headers_for(s, body, "delivery-7"), body)).value();
  const KeptRequest kept{body, keep_context(verified.request().headers, "a=b", {"X-GitHub-Delivery"}, verified.signed_id())};
  const Verified again = Recall::from_store(kept, now);
  EXPECT_EQ(again.request().body, body);
  EXPECT_EQ(again.request().query(), "a=b");
  EXPECT_EQ(again.request().headers.first("x-github-delivery"), "delivery-7");
  EXPECT_EQ(again.request().received_at, now);
  EXPECT_EQ(again.signed_id(), "delivery-7");
}

}  // namespace
}  // namespace senja::signature
