#include "api/guard.h"

#include <gtest/gtest.h>

namespace senja::api {
namespace {

using Hosts = std::vector<std::string>;

bool refused(std::string_view host, std::optional<std::string_view> origin = std::nullopt, const Hosts& hosts = {}) {
  Headers headers;
  headers.add("Host", host);
  if (origin) headers.add("Origin", *origin);
  const auto response = refuse_strangers(headers, hosts);
  EXPECT_EQ(response ? response->status : 403, 403);
  return response.has_value();
}

TEST(Guard, HostMustNameTheLoopback) {
  for (const char* host :
       {"localhost", "localhost:8081", "127.0.0.1", "127.0.0.1:8081", "127.9.9.9:1", "[::1]", "[::1]:8081"})
    EXPECT_FALSE(refused(host)) << host;
  for (const char* host : {"",
                           "evil.example",
                           "evil.example:8081",
                           "localhost.evil.example",
                           "127.0.0.1.evil.example",
                           "10.0.0.1:8081",
                           "0.0.0.0",
                           "[::ffff:127.0.0.1]:1",
                           "user@127.0.0.1",
                           "127.0.0.1:x",
                           "localhost:",
                           "localhost:65536",
                           "localhost:+1",
                           "localhost:80:80",
                           "::1",
                           "[::1",
                           "[::1]x",
                           "[127.0.0.1]",
                           "[localhost]",
                           "localhost/",
                           "127.1",
                           "0177.0.0.1",
                           "localhost.",
                           " localhost"})
    EXPECT_TRUE(refused(host)) << host;
}

TEST(Guard, OriginMustBeOurs) {
  EXPECT_FALSE(refused("localhost", "http://localhost:8081"));
  EXPECT_FALSE(refused("localhost", "http://127.0.0.1:8081"));
  EXPECT_FALSE(refused("localhost", "http://[::1]:8081"));
  EXPECT_FALSE(refused("localhost", "https://localhost:8081"));
  for (const char* origin :
       {"null", "", "http://evil.example", "http://localhost.evil.example", "file://", "localhost", "ftp://localhost",
        "http://localhost/", "http://localhost@evil.example", "HTTP://localhost", "http://"})
    EXPECT_TRUE(refused("localhost", origin)) << origin;
}

TEST(Guard, HostMayBeWhatTheListenerIsCalled) {
  const Hosts hosts{"senja.internal", "10.0.0.1", "2001:db8::1"};
  for (const char* host : {"senja.internal", "SENJA.internal:8081", "10.0.0.1:8081", "[2001:db8::1]:8081", "[2001:DB8:0::1]",
                           "localhost", "127.0.0.1:8081"}) {
    EXPECT_FALSE(refused(host, std::nullopt, hosts)) << host;
    EXPECT_FALSE(refused("localhost", "https://" + std::string(host), hosts)) << host;
  }
  for (const char* host : {"evil.senja.internal", "senja.internal.evil.example", "10.0.0.2", "[2001:db8::2]", "2001:db8::1",
                           "internal", "senja.internal."}) {
    EXPECT_TRUE(refused(host, std::nullopt, hosts)) << host;
    EXPECT_TRUE(refused("localhost", "http://" + std::string(host), hosts)) << host;
  }
}

TEST(Guard, EveryHostCounts) {
  Headers headers;
  headers.add("Host", "localhost");
  headers.add("HOST", "evil.example");
  EXPECT_TRUE(refuse_strangers(headers, {}));
}

TEST(Guard, EveryOriginCounts) {
  Headers headers;
  headers.add("Host", "localhost");
  headers.add("Origin", "http://localhost");
  headers.add("origin", "http://evil.example");
  EXPECT_TRUE(refuse_strangers(headers, {}));
}

}  // namespace
}  // namespace senja::api
