#include "senja/signature/verifier.h"

#include <gtest/gtest.h>

#include "senja/model/limits.h"
#include "signature/vocabulary.h"

namespace senja::signature {
namespace {

using namespace std::chrono_literals;

// The signature's header of a scheme: the last that sign() writes.
HeaderList with_signature(HeaderList headers, std::string value) {
  headers.back().second = std::move(value);
  return headers;
}

TEST(Verify, EverySchemeTakesWhatItsSenderSigns) {
  for (const std::string& name : signed_schemes) {
    const Scheme s = scheme(name);
    EXPECT_TRUE(verifies(s, request_with(headers_for(s, body), body))) << name;
  }
}

TEST(Verify, SIG02_AZeroLengthKeyIsRefusedInEveryForm) {
  for (const KeyForm form : {KeyForm::utf8, KeyForm::base64, KeyForm::hex, KeyForm::whsec}) {
    Scheme s = scheme("sha256-body");
    s.key = form;
    const auto verifier = Verifier::make(s, {{Secret{""}, {}, {}}});
    ASSERT_FALSE(verifier);
    EXPECT_EQ(verifier.error().problem, "is empty");
  }
  const auto bare_prefix = Verifier::make(scheme("svix"), {{Secret{"whsec_"}, {}, {}}});
  ASSERT_FALSE(bare_prefix);
  EXPECT_EQ(bare_prefix.error().problem, "is empty");
  const auto second = Verifier::make(scheme("stripe"), {{Secret{text_secret}, {}, {}}, {Secret{""}, {}, {}}});
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().index, 1U);
  EXPECT_FALSE(Verifier::make(scheme("stripe"), {}));
}

TEST(Verify, UndecodableSecretsAreNamedAndNotQuoted) {
  const auto verifier =
      Verifier::make(scheme("svix"), {{Secret{whsec_secret}, {}, {}}, {Secret{"whsec_not base64"}, {}, {}}});
  ASSERT_FALSE(verifier);
  EXPECT_EQ(verifier.error().index, 1U);
  EXPECT_EQ(verifier.error().problem, "is not base64 with its padding, after an optional whsec_");
}

TEST(Verify, SIG03_SIG04_NoSignatureOrABlankOne) {
  for (const std::string& name : signed_schemes) {
    const Scheme s = scheme(name);
    HeaderList headers = headers_for(s, body);
    for (const char* blank : {"", " ", "   \t"})
      EXPECT_FALSE(verifies(s, request_with(with_signature(headers, blank), body))) << name;
    headers.pop_back();
    EXPECT_FALSE(verifies(s, request_with(headers, body))) << name;
  }
}

TEST(Verify, SIG06_SIG07_CutAndLengthenedSignatures) {
  for (const std::string& name : signed_schemes) {
    const Scheme s = scheme(name);
    const HeaderList headers = headers_for(s, body);
    const std::string right = headers.back().second;
    for (std::size_t length = 0; length < right.size(); ++length)
      EXPECT_FALSE(verifies(s, request_with(with_signature(headers, right.substr(0, length)), body)))
          << name << " " << length;
    for (int byte = 0; byte < 256; ++byte) {
      const bool splits = s.split.size() == 1 && s.split.front() == static_cast<char>(byte);  // an empty item more
      EXPECT_EQ(verifies(s, request_with(with_signature(headers, right + static_cast<char>(byte)), body)), splits) << name;
    }
  }
}

TEST(Verify, T3_EveryOtherByteAtEveryPlaceOfTheSignatureIsRefused) {
  for (const std::string& name : signed_schemes) {
    const Scheme s = scheme(name);
    Verifier verifier = verifier_for(s);
    const HeaderList headers = headers_for(s, body);
    for (std::size_t at = 0; at < headers.back().second.size(); ++at)
      for (int byte = 0; byte < 256; ++byte) {
        std::string value = headers.back().second;
        if (value[at] == static_cast<char>(byte)) continue;
        value[at] = static_cast<char>(byte);
        ASSERT_FALSE(verifier.verify(request_with(with_signature(headers, value), body))) << name << " " << value;
      }
  }
}

TEST(Verify, T3_HexiAloneTakesEitherCase) {
  SchemeRow row = *find_scheme("sha256-body");
  const Scheme exact = compile(row).value();
  row.enc = "hexi";
  const Scheme either = compile(row).value();
  HeaderList headers = headers_for(exact, body);
  std::string& value = headers.back().second;
  for (std::size_t i = 7; i < value.size(); ++i) value[i] = static_cast<char>(std::toupper(value[i]));
  EXPECT_FALSE(verifies(exact, request_with(headers, body)));
  EXPECT_TRUE(verifies(either, request_with(headers, body)));
  value.back() = 'G';
  EXPECT_FALSE(verifies(either, request_with(headers, body)));
}

TEST(Verify, SIG10_AnyOneGoodSignatureIsEnough) {
  const Scheme stripe = scheme("stripe"), svix = scheme("svix");
  const std::string stripe_value = headers_for(stripe, body).back().second,
                    svix_value = headers_for(svix, body).back().second;
  const std::string wrong = std::string(64, '0');
  EXPECT_TRUE(verifies(stripe, request_with({{"Stripe-Signature", "v1=" + wrong + "," + stripe_value + ",v0=x,v9"}}, body)));
  EXPECT_TRUE(
      verifies(svix, request_with(with_signature(headers_for(svix, body), "v1," + wrong + " v1a,x  " + svix_value), body)));
  EXPECT_FALSE(verifies(svix, request_with(with_signature(headers_for(svix, body), "v1," + wrong + " v1a,x"), body)));
}

TEST(Verify, SIG11_SecretsCountInTheirWindows) {
  const Scheme s = scheme("sha256-body");
  const WallTime end = now + 1h, start = now - 1h;
  const Secret old_secret{"the-old-secret-of-this-source"}, new_secret{"the-new-secret-of-this-source"};
  Verifier verifier = std::move(Verifier::make(s, {{old_secret, {}, end}, {new_secret, start, {}}}).value());
  const auto signed_with = [&](const Secret& secret, WallTime received_at) {
    return request_with(sign(s, secret, {.body = body, .at = received_at}).value(), body, received_at);
  };
  EXPECT_TRUE(verifier.verify(signed_with(old_secret, now)));
  EXPECT_TRUE(verifier.verify(signed_with(new_secret, now)));
  EXPECT_TRUE(verifier.verify(signed_with(old_secret, end - 1us)));
  EXPECT_FALSE(verifier.verify(signed_with(old_secret, end)));
  EXPECT_TRUE(verifier.verify(signed_with(new_secret, end)));
  EXPECT_FALSE(verifier.verify(signed_with(new_secret, start - 1us)));
  EXPECT_TRUE(verifier.verify(signed_with(new_secret, start)));
}

TEST(Verify, SIG12_TheCapsOnOneHeader) {
  const Scheme stripe = scheme("stripe");
  const std::string value = headers_for(stripe, body).back().second;  // two items
  std::string full = value;
  for (std::size_t i = 2; i < limits::signatures_per_header_max; ++i) full += ",v1=x";
  EXPECT_TRUE(verifies(stripe, request_with({{"Stripe-Signature", full}}, body)));
  EXPECT_FALSE(verifies(stripe, request_with({{"Stripe-Signature", full + ",v0=x"}}, body)));
  const std::string pad = value + ",v0=";
  EXPECT_TRUE(verifies(stripe, request_with({{"Stripe-Signature", pad + std::string(8192 - pad.size(), 'x')}}, body)));
  EXPECT_FALSE(verifies(stripe, request_with({{"Stripe-Signature", pad + std::string(8193 - pad.size(), 'x')}}, body)));
}

TEST(Verify, SIG13_SIG14_TheBytesAreVerifiedAndHandedOnAsTheyCame) {
  const std::string odd[] = {"{ \"a\" : 1.0 }",
                             R"({"u":"https:\/\/x"})",
                             R"({"n":1e2})",
                             R"({"z":1,"a":2})",
                             "{\r\n}\r\n",
                             "{}\n",
                             "\xef\xbb\xbf{}",
                             "a=1&b=%20",
                             std::string("\0\xff\x80", 3),
                             ""};
  for (const std::string& name : signed_schemes)
    for (const std::string& text : odd) {
      const Scheme s = scheme(name);
      Verifier verifier = verifier_for(s);
      const auto verified = verifier.verify(request_with(headers_for(s, text), text));
      ASSERT_TRUE(verified) << name;
      EXPECT_EQ(verified->request().body, text);
      EXPECT_EQ(verified->request().target, "/in/test");
    }
}

TEST(Verify, SIG16_AnotherTimestampOrIdIsRefused) {
  for (const std::string name : {"timestamp-body", "standard-webhooks", "svix", "stripe"}) {
    const Scheme s = scheme(name);
    const HeaderList right = headers_for(s, body, "msg_1"), later = headers_for(s, body, "msg_1", now + 1s);
    const HeaderList other_id = headers_for(s, body, "msg_2");
    for (std::size_t i = 0; i + 1 < right.size(); ++i) {
      HeaderList changed = right;
      changed[i] = later[i] != right[i] ? later[i] : other_id[i];
      ASSERT_NE(changed, right);
      EXPECT_FALSE(verifies(s, request_with(changed, body))) << name << " " << changed[i].first;
    }
    if (name != "stripe") continue;
    std::string value = right.back().second;
    value.replace(value.find(std::to_string(now_seconds)), 10, std::to_string(now_seconds + 1));
    EXPECT_FALSE(verifies(s, request_with({{"Stripe-Signature", value}}, body)));
  }
}

TEST(Verify, OtherAlgorithmsAgreeWithThemselvesAndNotWithEachOther) {
  std::vector<Scheme> schemes;
  for (const char* alg : {"hmac-sha1", "hmac-sha256", "hmac-sha512"})
    for (const char* enc : {"hex", "base64"})
      schemes.push_back(compile({.name = "own", .sig = "header:S", .alg = alg, .enc = enc}).value());
  for (std::size_t i = 0; i < schemes.size(); ++i)
    for (std::size_t k = 0; k < schemes.size(); ++k)
      EXPECT_EQ(verifies(schemes[i], request_with(headers_for(schemes[k], body), body)), i == k) << i << " " << k;
}

TEST(Verify, TheSchemeNoneTakesEverything) {
  SchemeRow row = *find_scheme("none");
  row.id = "header:X-Id";
  Verifier verifier = std::move(Verifier::make(compile(row).value(), {}).value());
  EXPECT_EQ(verifier.verify(request_with({{"X-Id", "7"}}, body)).value().signed_id(), "7");
  EXPECT_TRUE(verifier.verify(request_with({}, "")));
  EXPECT_FALSE(verifier.verify(request_with({{"X-Id", "7"}, {"X-Id", "8"}}, "")));
}

TEST(Verify, AVerifierServesManyRequestsAndItsClonesToo) {
  const Scheme s = scheme("svix");
  Verifier first = verifier_for(s, 10s);
  for (int i = 0; i < 3; ++i) {
    const std::string text = std::to_string(i);
    EXPECT_TRUE(first.verify(request_with(headers_for(s, text), text)));
    EXPECT_FALSE(first.verify(request_with(headers_for(s, text), text + "x")));
  }
  Verifier second = first.clone();
  {
    const Verifier gone = std::move(first);
  }
  EXPECT_TRUE(second.verify(request_with(headers_for(s, body), body)));
  EXPECT_FALSE(second.verify(request_with(headers_for(s, body, "msg_1", now - 11s), body)));
}

}  // namespace
}  // namespace senja::signature
