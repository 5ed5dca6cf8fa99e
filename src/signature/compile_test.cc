#include <gtest/gtest.h>

#include <functional>

#include "senja/signature/catalogue.h"
#include "senja/signature/scheme.h"

namespace senja::signature {
namespace {

SchemeRow row() { return {.name = "own", .sig = "header:X-Sig"}; }

TEST(Compile, DefaultsAreTheGrammars) {
  const Scheme scheme = compile(row()).value();
  EXPECT_EQ(scheme.signature, (std::vector<Place>{{Place::Kind::header, "X-Sig"}}));
  ASSERT_EQ(scheme.items.size(), 1U);
  EXPECT_EQ(scheme.items.front().before + scheme.items.front().after, "");
  ASSERT_EQ(scheme.signed_bytes.size(), 1U);
  EXPECT_EQ(scheme.signed_bytes.front().kind, Piece::Kind::body);
  EXPECT_EQ(scheme.algorithm, Algorithm::hmac_sha256);
  EXPECT_EQ(scheme.encoding, Encoding::hex);
  EXPECT_EQ(scheme.key, KeyForm::utf8);
  EXPECT_FALSE(scheme.time);
  EXPECT_TRUE(scheme.id.empty());
  EXPECT_FALSE(scheme.covers_time());
}

TEST(Compile, AllFieldsOfStripe) {
  const Scheme stripe = compile(*find_scheme("stripe")).value();
  EXPECT_EQ(stripe.split, ",");
  ASSERT_EQ(stripe.items.size(), 2U);
  EXPECT_EQ(stripe.items[0].before, "t=");
  EXPECT_EQ(stripe.items[0].holds, ItemShape::Holds::timestamp);
  EXPECT_EQ(stripe.items[1].before, "v1=");
  ASSERT_EQ(stripe.signed_bytes.size(), 3U);
  EXPECT_EQ(stripe.signed_bytes[1].text, ".");
  ASSERT_TRUE(stripe.time);
  EXPECT_TRUE(stripe.time->from.empty());
  EXPECT_EQ(stripe.time->past, std::chrono::seconds{300});
  EXPECT_EQ(stripe.time->future, std::nullopt);
  EXPECT_EQ(stripe.id, (std::vector<Place>{{Place::Kind::json, "/id"}}));
  EXPECT_TRUE(stripe.covers_time());
}

TEST(Compile, EveryRowOfTheCatalogueCompilesAndIsFoundByItsName) {
  for (const SchemeRow& row : catalogue()) {
    const auto scheme = compile(row);
    EXPECT_TRUE(scheme) << row.name << ": " << scheme.error().field << " " << scheme.error().problem;
    EXPECT_EQ(find_scheme(row.name), &row);
  }
  EXPECT_EQ(find_scheme("Stripe"), nullptr);
}

TEST(Compile, PlaceholdersOfTheTemplate) {
  SchemeRow all = row();
  all.time_from = "header:X-Time";
  all.time_unit = "ms";
  all.id = "query:id";
  all.signed_text = "v0:{method}{path}{url}{id?}{timestamp}:{header:X-A?}{query:q}{form:f}{body}";
  const Scheme scheme = compile(all).value();
  std::vector<Piece::Kind> kinds;
  kinds.reserve(scheme.signed_bytes.size());
  for (const Piece& piece : scheme.signed_bytes) kinds.push_back(piece.kind);
  using enum Piece::Kind;
  EXPECT_EQ(kinds, (std::vector{literal, method, path, url, id, timestamp, literal, place, place, place, body}));
  EXPECT_TRUE(scheme.signed_bytes[4].optional);
  EXPECT_TRUE(scheme.signed_bytes[7].optional);
  EXPECT_EQ(scheme.signed_bytes[7].place, (Place{Place::Kind::header, "X-A"}));
  EXPECT_FALSE(scheme.signed_bytes[8].optional);
  EXPECT_EQ(scheme.time->unit, Unit::ms);
}

TEST(Compile, AlternativesKeepTheirOrder) {
  const Scheme svix = compile(*find_scheme("svix")).value();
  EXPECT_EQ(svix.signature,
            (std::vector<Place>{{Place::Kind::header, "svix-signature"}, {Place::Kind::header, "webhook-signature"}}));
  EXPECT_EQ(svix.time->from.size(), 2U);
  EXPECT_EQ(svix.id.back(), (Place{Place::Kind::header, "webhook-id"}));
}

struct Wrong {
  const char* what;
  std::function<void(SchemeRow&)> change;
  std::string field;
};

TEST(Compile, WhatIsWrongIsSaidByItsField) {
  const Wrong wrongs[] = {
      {"no name", [](SchemeRow& r) { r.name = ""; }, "name"},
      {"no signature", [](SchemeRow& r) { r.sig = ""; }, "sig"},
      {"no place", [](SchemeRow& r) { r.sig = "X-Sig"; }, "sig"},
      {"empty place", [](SchemeRow& r) { r.sig = "header:"; }, "sig"},
      {"header with a space", [](SchemeRow& r) { r.sig = "header:X Sig"; }, "sig"},
      {"half an alternative", [](SchemeRow& r) { r.sig = "header:A ||"; }, "sig"},
      {"signature in JSON", [](SchemeRow& r) { r.sig = "json:/sig"; }, "sig"},
      {"repeatable query", [](SchemeRow& r) { r.sig = "query:s", r.repeatable = true; }, "sig"},
      {"item without placeholder", [](SchemeRow& r) { r.item = {"v1="}; }, "item"},
      {"item with two", [](SchemeRow& r) { r.item = {"{sig}{sig}"}; }, "item"},
      {"item with both", [](SchemeRow& r) { r.item = {"{timestamp}{sig}"}; }, "item"},
      {"configured item", [](SchemeRow& r) { r.item = {"{cfg:key}|{sig}"}; }, "item"},
      {"no item with a signature", [](SchemeRow& r) { r.item = {"t={timestamp}"}, r.time_from = "sig"; }, "item"},
      {"item that is split", [](SchemeRow& r) { r.split = ",", r.item = {"v1,{sig}"}; }, "item"},
      {"unknown algorithm", [](SchemeRow& r) { r.alg = "hmac-sha3"; }, "alg"},
      {"ed25519", [](SchemeRow& r) { r.alg = "ed25519"; }, "alg"},
      {"algorithm in capitals", [](SchemeRow& r) { r.alg = "HMAC-SHA256"; }, "alg"},
      {"unknown encoding", [](SchemeRow& r) { r.enc = "base32"; }, "enc"},
      {"unknown key form", [](SchemeRow& r) { r.key = "pem"; }, "key"},
      {"handshake", [](SchemeRow& r) { r.challenge = "slack"; }, "challenge"},
      {"iso time", [](SchemeRow& r) { r.time_from = "header:T", r.time_unit = "iso"; }, "time.unit"},
      {"time in JSON", [](SchemeRow& r) { r.time_from = "json:/t"; }, "time.from"},
      {"time in items that hold none", [](SchemeRow& r) { r.time_from = "sig"; }, "time.from"},
      {"items hold a time that is not used", [](SchemeRow& r) { r.split = ",", r.item = {"t={timestamp}", "v1={sig}"}; },
       "time.from"},
      {"items hold a time and a header, too",
       [](SchemeRow& r) { r.split = ",", r.item = {"t={timestamp}", "v1={sig}"}, r.time_from = "header:T"; }, "time.from"},
      {"tolerance without time", [](SchemeRow& r) { r.time_past = 300; }, "time.from"},
      {"negative tolerance", [](SchemeRow& r) { r.time_from = "header:T", r.time_past = -1; }, "time.past"},
      {"endless tolerance", [](SchemeRow& r) { r.time_from = "header:T", r.time_future = INT64_MAX; }, "time.future"},
      {"more times than signatures", [](SchemeRow& r) { r.time_from = "header:T||header:U"; }, "time.from"},
      {"more ids than signatures", [](SchemeRow& r) { r.id = "header:I||header:J"; }, "id"},
      {"id at no place", [](SchemeRow& r) { r.id = "id"; }, "id"},
      {"pointer without slash", [](SchemeRow& r) { r.id = "json:id"; }, "id"},
      {"time signed, but none", [](SchemeRow& r) { r.signed_text = "{timestamp}.{body}"; }, "signed"},
      {"id signed, but none", [](SchemeRow& r) { r.signed_text = "{id}.{body}"; }, "signed"},
      {"id signed, but in the body", [](SchemeRow& r) { r.signed_text = "{id}.{body}", r.id = "json:/id"; }, "signed"},
      {"nothing signed", [](SchemeRow& r) { r.signed_text = ""; }, "signed"},
      {"only literals signed", [](SchemeRow& r) { r.signed_text = "v0:"; }, "signed"},
      {"open brace", [](SchemeRow& r) { r.signed_text = "{body"; }, "signed"},
      {"stray brace", [](SchemeRow& r) { r.signed_text = "body}{body}"; }, "signed"},
      {"unknown placeholder", [](SchemeRow& r) { r.signed_text = "{boby}"; }, "signed"},
      {"JSON placeholder", [](SchemeRow& r) { r.signed_text = "{json:/a}"; }, "signed"},
      {"secret placeholder", [](SchemeRow& r) { r.signed_text = "{body}{secret}"; }, "signed"},
      {"filter", [](SchemeRow& r) { r.signed_text = "{body|sha256}"; }, "signed"},
      {"filter of a header", [](SchemeRow& r) { r.signed_text = "{header:A|hex}"; }, "signed"},
      {"optional body", [](SchemeRow& r) { r.signed_text = "{body?}"; }, "signed"},
      {"signature beside none", [](SchemeRow& r) { r.alg = "none"; }, "sig"},
      {"time beside none", [](SchemeRow& r) { r.alg = "none", r.sig = "", r.time_from = "header:T"; }, "time.from"},
  };
  for (const Wrong& wrong : wrongs) {
    SchemeRow changed = row();
    wrong.change(changed);
    const auto scheme = compile(changed);
    ASSERT_FALSE(scheme) << wrong.what;
    EXPECT_EQ(scheme.error().field, wrong.field) << wrong.what << ": " << scheme.error().problem;
    EXPECT_FALSE(scheme.error().problem.empty()) << wrong.what;
  }
}

}  // namespace
}  // namespace senja::signature
