#include "inbound/inflate.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <sys/resource.h>
#include <zlib.h>

#include "vocabulary/gzip.h"

namespace senja::inbound {
namespace {

using testing::gzip;

constexpr std::size_t most = 1024 * 1024;

std::string found(std::string_view bytes, std::size_t bytes_max = most) {
  const auto body = inflate(bytes, bytes_max);
  return body ? "a body" : std::string{body.error()};
}

TEST(Inflate, GivesTheBodyBack) {
  for (const std::string& body : {std::string{}, std::string{"{}"}, std::string(100'000, 'x'), std::string("\0\1", 2)})
    EXPECT_EQ(inflate(gzip(body), most), body);
  EXPECT_EQ(found(gzip(std::string(1000, 'x')), 1000), "a body") << "as long as may be";
  EXPECT_EQ(found(gzip(std::string(1001, 'x')), 1000), "more");
}

TEST(Inflate, RefusesWhatIsNoSingleSoundMember) {
  const std::string whole = gzip("{\"event_id\":\"e1\"}");
  EXPECT_EQ(found(""), "one that ends too early");
  for (std::size_t end = 1; end < whole.size(); ++end)
    EXPECT_EQ(found(whole.substr(0, end)), "one that ends too early") << end;
  EXPECT_EQ(found(whole + '\0'), "more behind its end");
  EXPECT_EQ(found(whole + whole), "more behind its end");
  EXPECT_EQ(found("{\"event_id\":\"e1\"}"), "bytes that are no gzip, or damaged");
  std::string damaged = whole;
  damaged[damaged.size() - 6] ^= 1;  // of the checksum
  EXPECT_EQ(found(damaged), "bytes that are no gzip, or damaged");
  std::string zlib(100, '\0');
  uLongf size = zlib.size();
  compress(reinterpret_cast<Bytef*>(zlib.data()), &size, reinterpret_cast<const Bytef*>("{}"), 2);
  EXPECT_EQ(found(zlib.substr(0, size)), "bytes that are no gzip, or damaged");
}

RC_GTEST_PROP(Inflate, NoBytesDoHarm, (const std::string& body, std::size_t at, char byte)) {
  std::string bytes = gzip(body);
  bytes[at % bytes.size()] = byte;
  if (const auto decoded = inflate(bytes, 1000)) RC_ASSERT(decoded->size() <= 1000U);
}

// About a mebibyte of gzip that says a gibibyte of zeros.
TEST(Inflate, T14_ABombIsRefusedInLittleMemory) {
  const std::string bomb = testing::gzip_bomb(1024);
  ASSERT_GT(bomb.size(), most / 2);
  const auto peak_kib = [] {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
  };
  const auto before = peak_kib();
  EXPECT_EQ(found(bomb), "more");
  EXPECT_EQ(found(bomb, 8 * most), "more");
  EXPECT_LT(peak_kib() - before, 40 * 1024);
}

Headers encoded(std::initializer_list<std::string_view> values) {
  Headers headers;
  for (const std::string_view value : values) headers.add("Content-Encoding", value);
  return headers;
}

TEST(Inflate, OnlyGzipOnceAndOnlyWhereAllowed) {
  Source plain, allows;
  allows.gzip = true;
  EXPECT_TRUE(accepts_encoding(plain, {}));
  EXPECT_TRUE(accepts_encoding(allows, {}));
  EXPECT_FALSE(accepts_encoding(plain, encoded({"gzip"})));
  EXPECT_TRUE(accepts_encoding(allows, encoded({"gzip"})));
  EXPECT_TRUE(accepts_encoding(allows, encoded({"GZip"})));
  for (const std::string_view other : {"", "identity", "x-gzip", "deflate", "br", "gzip, gzip", "gzip,", "gzip;q=1"})
    EXPECT_FALSE(accepts_encoding(allows, encoded({other}))) << other;
  EXPECT_FALSE(accepts_encoding(allows, encoded({"gzip", "gzip"})));
}

}  // namespace
}  // namespace senja::inbound
