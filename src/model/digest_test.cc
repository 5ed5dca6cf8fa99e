#include "senja/model/digest.h"

#include <gtest/gtest.h>

namespace senja {
namespace {

TEST(Digest, Sha256OfKnownTexts) {
  EXPECT_EQ(sha256_hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256_hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(Digest, AFingerprintIsTheHeadOfTheHash) {
  EXPECT_EQ(hex(fingerprint_of("abc").bytes), sha256_hex("abc").substr(0, 32));
  EXPECT_NE(fingerprint_of("abc"), fingerprint_of("abd"));
}

TEST(Digest, ALedgerKeyKnowsWhereTheSourceEnds) {
  EXPECT_EQ(ledger_key({"a"}, {"bc"}), ledger_key({"a"}, {"bc"}));
  EXPECT_NE(ledger_key({"a"}, {"bc"}), ledger_key({"ab"}, {"c"}));
  EXPECT_NE(ledger_key({"ab"}, {""}), ledger_key({""}, {"ab"}));
}

}  // namespace
}  // namespace senja
