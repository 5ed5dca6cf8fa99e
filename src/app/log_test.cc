#include "app/log.h"

#include <gtest/gtest.h>

#include <boost/json.hpp>

namespace senja::app {
namespace {

using namespace std::chrono_literals;

inbound::Passage passage(std::string_view event_id) {
  return {.source = "rewards",
          .event_id = event_id,
          .outcome = "applied",
          .status = 200,
          .took = 1'234us,
          .caller = net::IpAddress::parse("203.0.113.7").value(),
          .request_id = "0123456789abcdef",
          .trace_id = "4bf92f3577b34da6a3ce929d0e0e4736",
          .body_bytes = 300};
}

TEST(Log, AnEventIsOneLineWithoutItsPayload) {
  EXPECT_EQ(event_json(passage("e1")),
            R"({"source":"rewards","event_id":"e1","outcome":"applied","status":200,"took_us":1234,"bytes":300,)"
            R"("caller":"203.0.113.7","request_id":"0123456789abcdef","trace_id":"4bf92f3577b34da6a3ce929d0e0e4736"})");
}

TEST(Log, SEC03_TextFromOutsideStaysOnItsLineAndSaysNothingToATerminal) {
  const std::string hostile =
      "a\r\nb\x1b[31mred\x7f\xc2\x9b"
      "31m\xe2\x80\xae\"</script>";
  const std::string line = event_json(passage(hostile));
  for (const char c : line) EXPECT_GE(static_cast<unsigned char>(c), 0x20) << line;
  EXPECT_EQ(line.find('\x7f'), std::string::npos);
  EXPECT_EQ(line.find("\xc2\x9b"), std::string::npos) << "a C1 control is an escape sequence, too";
  EXPECT_EQ(line.find("\xe2\x80\xae"), std::string::npos) << "a bidi override would show the line in another order";
  EXPECT_EQ(boost::json::parse(line).at("event_id").as_string(), hostile) << "and nothing of it is lost";
}

}  // namespace
}  // namespace senja::app
