#include "api/guard.h"

#include <gtest/gtest.h>

namespace senja::api {
namespace {

bool refused(std::string_view host, std::optional<std::string_view> origin = std::nullopt) {
  Headers headers;
  headers.add("Host", host);
  if (origin) headers.add("Origin", *origin);
  const auto response = refuse_strangers(headers);
  EXPECT_EQ(response ? response->status : 403, 403);
  return response.has_value();
}

TEST(Guard, HostMustNameTheLoopback) {
  for (const char* host :
       {"localhost", "localhost:8081", "127.0.0.1", "127.0.0.1:8081", "127.9.9.9:1", "[::1]", "[::1]:8081"})
    EXPECT_FALSE(refused(host)) << host;
  for (const char* host :
       {"", "evil.example", "evil.example:8081", "localhost.evil.example", "127.0.0.1.evil.example", "10.0.0.1:8081",
        "0.0.0.0", "[::ffff:127.0.0.1]:1", "user@127.0.0.1", "127.0.0.1:x", "localhost:"})
    EXPECT_TRUE(refused(host)) << host;
}

TEST(Guard, OriginMustBeOurs) {
  EXPECT_FALSE(refused("localhost", "http://localhost:8081"));
  EXPECT_FALSE(refused("localhost", "http://127.0.0.1:8081"));
  EXPECT_FALSE(refused("localhost", "http://[::1]:8081"));
  for (const char* origin :
       {"null", "", "http://evil.example", "https://localhost:8081", "http://localhost.evil.example", "file://"})
    EXPECT_TRUE(refused("localhost", origin)) << origin;
}

TEST(Guard, EveryOriginCounts) {
  Headers headers;
  headers.add("Host", "localhost");
  headers.add("Origin", "http://localhost");
  headers.add("origin", "http://evil.example");
  EXPECT_TRUE(refuse_strangers(headers));
}

}  // namespace
}  // namespace senja::api
