// Who may send, how fast, and how often a source should be heard from.
#include <gmock/gmock.h>

#include "config/config_vocabulary.h"

namespace senja::config {
namespace {

using testing::HasSubstr;
using namespace std::chrono_literals;

const inbound::Source& only_source(const Settings& settings) { return *settings.sources.front(); }

Config with(std::string_view lines) {
  Config config;
  config.under("[source.orders]", lines);
  return config;
}

TEST(Admission, IsReadWhole) {
  const auto settings = with(
                            "allow_from = [\"203.0.113.0/24\", \"2001:db8::1\"]\n"
                            "rate = { per_second = 50, burst = 200 }\n"
                            "expect_every = \"1h\"")
                            .load();
  ASSERT_TRUE(settings);
  const inbound::Source& source = only_source(*settings);
  EXPECT_TRUE(any_contains(source.allow_from, net::IpAddress::parse("203.0.113.9").value()));
  EXPECT_TRUE(any_contains(source.allow_from, net::IpAddress::parse("2001:db8::1").value()));
  EXPECT_FALSE(any_contains(source.allow_from, net::IpAddress::parse("203.0.114.1").value()));
  EXPECT_EQ(source.rate->per_second, 50);
  EXPECT_EQ(source.rate->burst, 200);
  EXPECT_EQ(source.expect_every, 1h);
}

TEST(Admission, OneNumberIsTheRateAndItsBurst) {
  const auto settings = with("rate = 20").load();
  ASSERT_TRUE(settings);
  EXPECT_EQ(only_source(*settings).rate->per_second, 20);
  EXPECT_EQ(only_source(*settings).rate->burst, 20);
}

TEST(Admission, WithoutAWordOfItEverybodyMaySend) {
  const auto settings = Config{}.load();
  ASSERT_TRUE(settings);
  const inbound::Source& source = only_source(*settings);
  EXPECT_TRUE(source.allow_from.empty());
  EXPECT_FALSE(source.rate || source.expect_every || source.certificate);
}

TEST(Admission, MistakesAreNamed) {
  const std::pair<std::string_view, std::string_view> rows[] = {
      {"allow_from = [\"10.0.0.1/8\"]", "3: source.orders.allow_from: \"10.0.0.1/8\": has bits set beyond its prefix"},
      {"allow_from = [\"example.com\"]", "3: source.orders.allow_from: \"example.com\" is no address range"},
      {"allow_from = []", "3: source.orders.allow_from: is empty: nobody could send"},
      {"allow_from = 10", "3: source.orders.allow_from: must be a list of texts"},
      {"rate = 0", "3: source.orders.rate: must be a whole number from 1"},
      {"rate = \"fast\"", "3: source.orders.rate: must be a whole number from 1"},
      {"rate = { burst = 5 }", "3: source.orders.rate.per_second: is needed"},
      {"rate = { per_second = 5, brust = 5 }", "3: source.orders.rate.brust: is not a key"},
      {"expect_every = \"1ms\"", "3: source.orders.expect_every: must be at least 1s"},
      {"client_certificate = []", "3: source.orders.client_certificate: is empty"},
      {"client_certificate = 5", "3: source.orders.client_certificate: must be a list of texts"},
      {"client_certificate = true", "3: source.orders.client_certificate: needs server.tls.client_ca"},
  };
  for (const auto& [lines, problem] : rows)
    EXPECT_THAT(with(lines).problems(), HasSubstr("etc/senja.toml:" + std::string(problem))) << lines;
}

}  // namespace
}  // namespace senja::config
