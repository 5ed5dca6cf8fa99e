#include "answer.h"

#include <gtest/gtest.h>

namespace senja::hostile {
namespace {

constexpr std::string_view two_answers =
    "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhelloHTTP/1.1 401 Unauthorized\r\ncontent-length: 2\r\n\r\n{}";

TEST(AnswerReader, ReadsOneAfterTheOther) {
  AnswerReader reader;
  reader.bytes() = two_answers;
  EXPECT_EQ(reader.next(), 200);
  EXPECT_EQ(reader.next(), 401);
  EXPECT_EQ(reader.next(), std::nullopt);
}

TEST(AnswerReader, WaitsForTheLastByte) {
  AnswerReader reader;
  std::vector<int> statuses;
  for (const char each : two_answers) {
    reader.bytes() += each;
    if (const auto status = reader.next()) statuses.push_back(*status);
  }
  EXPECT_EQ(statuses, (std::vector{200, 401}));
}

TEST(AnswerReader, AnAnswerMayHaveNoBody) {
  AnswerReader reader;
  reader.bytes() = "HTTP/1.1 204 No Content\r\n\r\n";
  EXPECT_EQ(reader.next(), 204);
}

TEST(AnswerReader, KnowsWhatIsNotOne) {
  for (const std::string& bytes :
       {std::string{"SSH-2.0-x\r\n\r\n"}, std::string{"HTTP/1.1 2x0 OK\r\n\r\n"},
        std::string{"HTTP/1.1 200 OK\r\nContent-Length: five\r\n\r\n"},
        std::string{"HTTP/1.1 200 OK\r\nContent-Length: 99999999\r\n\r\n"}, std::string(answer_bytes_max + 1, 'a')}) {
    AnswerReader reader;
    reader.bytes() = bytes;
    EXPECT_EQ(reader.next(), 0) << bytes.substr(0, 60);
  }
}

}  // namespace
}  // namespace senja::hostile
