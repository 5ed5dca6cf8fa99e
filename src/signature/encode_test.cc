#include "senja/signature/encode.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace senja::signature {
namespace {

TEST(Encode, KnownAnswersOfTheRfc) {
  const std::pair<std::string, std::string> base64[] = {{"", ""},
                                                        {"f", "Zg=="},
                                                        {"fo", "Zm8="},
                                                        {"foo", "Zm9v"},
                                                        {"foob", "Zm9vYg=="},
                                                        {"fooba", "Zm9vYmE="},
                                                        {"foobar", "Zm9vYmFy"}};
  for (const auto& [bytes, text] : base64) {
    EXPECT_EQ(to_base64(bytes), text);
    EXPECT_EQ(from_base64(text), bytes);
  }
  EXPECT_EQ(to_hex(std::string_view{"\x00\xff\x1a", 3}), "00ff1a");
  EXPECT_EQ(from_hex("00fF1A"), (std::string{"\x00\xff\x1a", 3}));
  EXPECT_EQ(to_base64("\xfb\xff\xfe"), "+//+");
}

TEST(Encode, NothingNonCanonicalPasses) {
  for (const char* text :
       {"Z",     "Zg",     "Zg=",      "Zg===", "Z===",     "====",  "=",    "==",   "Zh==", "Zm9=",
        "Zm 9v", "Zm9v\n", "Zm9v====", "-_-_",  "Zg==Zg==", "Zm9v=", "=Zm9", "Z=m9", "Zm=v", "\xc3\xa9\xc3\xa9"})
    EXPECT_EQ(from_base64(text), std::nullopt) << text;
  for (const char* text : {"0", "0g", "0x00", " 00", "00 ", "0\n", "\xff\xff"})
    EXPECT_EQ(from_hex(text), std::nullopt) << text;
}

RC_GTEST_PROP(Encode, EveryByteStringComesBack, (const std::string& bytes)) {
  RC_ASSERT(from_base64(to_base64(bytes)) == bytes);
  RC_ASSERT(from_hex(to_hex(bytes)) == bytes);
}

RC_GTEST_PROP(Encode, EachValueHasOneBase64Spelling, (const std::string& bytes)) {
  RC_PRE(!bytes.empty());
  std::string text = to_base64(bytes);
  text[*rc::gen::inRange<std::size_t>(0, text.size())] = *rc::gen::arbitrary<char>();
  const auto decoded = from_base64(text);
  if (decoded) RC_ASSERT(to_base64(*decoded) == text);
}

}  // namespace
}  // namespace senja::signature
