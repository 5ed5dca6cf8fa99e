#include "signature/lookup.h"

#include <gtest/gtest.h>

namespace senja::signature {
namespace {

RawRequest request() {
  RawRequest request{.method = "POST",
                     .target = "/in/x?sig=a%2Fb+c&twice=1&twice=2&empty=&bare&%6eame=v&bad=%zz",
                     .headers = {},
                     .body = "bt_signature=key%7Csig&p=1;2&&=x",
                     .received_at = {}};
  request.headers.add("X-One", "1");
  request.headers.add("x-two", "a");
  request.headers.add("X-TWO", "b");
  return request;
}

struct Case {
  Place place;
  std::size_t times;
  std::string first;
};

TEST(Lookup, FindsWhatStandsThereAndHowOften) {
  const Case cases[] = {
      {{Place::Kind::header, "x-one"}, 1, "1"},
      {{Place::Kind::header, "X-Two"}, 2, "a"},
      {{Place::Kind::header, "X-Three"}, 0, ""},
      {{Place::Kind::query, "sig"}, 1, "a/b c"},
      {{Place::Kind::query, "twice"}, 2, "1"},
      {{Place::Kind::query, "empty"}, 1, ""},
      {{Place::Kind::query, "bare"}, 1, ""},
      {{Place::Kind::query, "name"}, 1, "v"},
      {{Place::Kind::query, "bad"}, 0, ""},
      {{Place::Kind::query, "Sig"}, 0, ""},
      {{Place::Kind::form, "bt_signature"}, 1, "key|sig"},
      {{Place::Kind::form, "p"}, 1, "1;2"},
      {{Place::Kind::form, "sig"}, 0, ""},
      {{Place::Kind::json, "/sig"}, 0, ""},
  };
  const RawRequest raw = request();
  Lookup lookup{raw};
  for (const Case& c : cases) {
    const Found found = lookup.find(c.place);
    EXPECT_EQ(found.times, c.times) << c.place.name;
    EXPECT_EQ(found.first, c.first) << c.place.name;
  }
}

TEST(Lookup, WhatWasFoundStaysWhileMoreIsSought) {
  const RawRequest raw = request();
  Lookup lookup{raw};
  const Found first = lookup.find({Place::Kind::query, "sig"});
  for (int i = 0; i < 100; ++i) lookup.find({Place::Kind::query, "twice"});
  EXPECT_EQ(first.first, "a/b c");
}

TEST(Lookup, CutEscapesAtTheEndAreNoValue) {
  for (const char* target : {"/?a=%", "/?a=%4", "/?a=%4g"}) {
    RawRequest raw{.method = "GET", .target = target, .headers = {}, .body = {}, .received_at = {}};
    EXPECT_EQ(Lookup{raw}.find({Place::Kind::query, "a"}).times, 0U) << target;
  }
}

}  // namespace
}  // namespace senja::signature
