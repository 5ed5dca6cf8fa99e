#include "net/chunk_guard.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>

#include "net/bounds.h"

namespace senja::net {
namespace {

using State = ChunkGuard::State;

struct Passed {
  State state = State::line;
  std::string detail{};
  std::size_t bytes = 0;
  std::size_t waiting_max = 0;  // most that it did not pass although it was there
};

Passed passed(std::string_view bytes, std::size_t step = SIZE_MAX) {
  ChunkGuard guard{3};
  Passed seen;
  for (std::size_t given = 0; given < bytes.size() && guard.state() != State::done && guard.state() != State::faulty;) {
    given += std::min(step, bytes.size() - given);
    while (const std::size_t piece = guard.pass(bytes.substr(seen.bytes, given - seen.bytes))) {
      seen.bytes += piece;
      if (guard.state() == State::done) break;
    }
    seen.waiting_max = std::max(seen.waiting_max, given - seen.bytes);
  }
  seen.state = guard.state();
  seen.detail = guard.fault().detail;
  return seen;
}
std::string detail_of(std::string_view bytes) { return passed(bytes).detail; }

TEST(ChunkGuard, EndsWithTheBody) {
  const std::string body = "4\r\nWiki\r\n6;a=b\r\npedia \r\n0\r\nX: y\r\n\r\n";
  for (const std::size_t step : {std::size_t{1}, std::size_t{3}, SIZE_MAX}) {
    const Passed all = passed(body + "GET / HTTP/1.1\r\n", step);
    EXPECT_EQ(all.state, State::done);
    EXPECT_EQ(all.bytes, body.size());
  }
  EXPECT_EQ(passed("0\r\n\r\n", 1).state, State::done) << "an empty body, byte by byte";
  EXPECT_EQ(passed("0\r\n\r", 1).state, State::trailer);
}

TEST(ChunkGuard, PAR06_Sizes) {
  for (const char* size : {"-2", "+5", "0x5", "", " 5", "g", "00000000000000005", "fffffffffffffffff", "5x", ";a", "\t5"})
    EXPECT_EQ(detail_of(size + std::string{"\r\nhello\r\n0\r\n\r\n"}),
              "the size of a chunk is not a hexadecimal number of at most 16 digits")
        << size;
  EXPECT_EQ(passed("0000000000000005\r\nhello\r\n000\r\n\r\n").state, State::done);
  EXPECT_EQ(passed("ffffffffffffffff\r\nhello").state, State::data);
  for (const char* line : {"5\nhello", "5\rhello", "5;a=\"\n\"\r\n", "5;a\x01\r\n"})
    EXPECT_EQ(detail_of(line), "a control byte stands in the size line of a chunk") << line;
  for (const char* data : {"5\r\nhell\r\n", "5\r\nhello0\r\n", "5\r\nhello\n0\r\n", "5\r\nhello\r\r\n"})
    EXPECT_NE(detail_of(data + std::string{"0\r\n\r\n"}), "") << data;
  EXPECT_EQ(detail_of("5\r\nhello!\r\n"), "the data of a chunk does not end where its size says");
}

TEST(ChunkGuard, PAR06_NothingLongIsWaitedFor) {
  const std::string large = "the size line of a chunk, or the trailer, is larger than is taken";
  const std::string much(1024 * 1024, 'x');
  EXPECT_EQ(detail_of("5;" + much), large);
  EXPECT_EQ(detail_of("0\r\nx: " + much), large);
  EXPECT_LE(passed("5;" + much, 1).waiting_max, chunk_line_bytes_max);
  EXPECT_LE(passed("1\r\nx\r\n0;" + much.substr(0, 4000) + "\r\nx: " + much, 1).waiting_max, 2 * chunk_line_bytes_max + 2);
  EXPECT_EQ(passed("2;a=" + much.substr(0, chunk_line_bytes_max - 6) + "\r\nab").state, State::line);
  EXPECT_EQ(detail_of("2;a=" + much.substr(0, chunk_line_bytes_max - 5) + "\r\nab"), large);
}

TEST(ChunkGuard, PAR10_ATrailerIsAsStrictAsAHead) {
  const auto trailer = [](std::string_view lines) { return detail_of("0\r\n" + std::string{lines} + "\r\n"); };
  EXPECT_EQ(trailer("X: y\r\n"), "");
  EXPECT_EQ(trailer("X: y\r\n z\r\n"), "a header line is folded, or begins with a blank");
  EXPECT_EQ(trailer("X : y\r\n"), "a blank stands before the colon of a header field");
  EXPECT_EQ(trailer("X: y\nZ: y\r\n"), "a line feed stands without its carriage return");
  EXPECT_EQ(trailer("X: y\rZ: y\r\n"), "a carriage return stands without its line feed");
  EXPECT_EQ(trailer("X: \x01\r\n"), "a control byte stands in the value of a header field");
  EXPECT_EQ(trailer("GET / HTTP/1.1\r\n"), "a header line has no colon");
  EXPECT_EQ(trailer("a: b\r\na: b\r\na: b\r\na: b\r\n"), "the trailer has more fields than are taken");
  for (const char* name : {"Content-Length", "transfer-encoding", "Host", "Connection", "Proxy-Connection"})
    EXPECT_EQ(trailer(std::string{name} + ": 5\r\n"), "the trailer has a field that only a head may have");
}

RC_GTEST_PROP(ChunkGuard, CuttingChangesNothing, ()) {
  std::string text = "3;a=\"b\"\r\nabc\r\n1\r\n\n\r\n0\r\nX: y\r\nZ:\r\n\r\nGET /";
  const auto changes = *rc::gen::inRange(0, 3);
  for (int i = 0; i < changes; ++i)
    text[*rc::gen::inRange<std::size_t>(0, text.size())] = *rc::gen::elementOf(std::string{"0123fx\r\n :;\t\x01"});
  const Passed whole = passed(text), cut = passed(text, *rc::gen::inRange<std::size_t>(1, 12));
  RC_ASSERT(whole.state == cut.state);
  RC_ASSERT(whole.bytes == cut.bytes);
  RC_ASSERT(whole.detail == cut.detail);
}

}  // namespace
}  // namespace senja::net
