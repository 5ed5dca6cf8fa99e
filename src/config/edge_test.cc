#include <gmock/gmock.h>

#include "config/config_vocabulary.h"
#include "net/test_certificates.h"
#include "net/tls.h"

namespace senja::config {
namespace {

using testing::HasSubstr;
using Header = net::TrustedProxies::Header;

Config written(std::string_view text) {
  Config config;
  config.text = text;
  return config;
}
std::string problems(std::string_view text) { return written(text).problems(); }

const net::TestAuthority& authority() {
  static const net::TestAuthority made;
  return made;
}

// With the files that a [server.tls] names.
Config with_files(std::string_view text) {
  const net::TestIdentity identity = authority().issue_server();
  Config config = written(text);
  config.files = {{"etc/tls/server.pem", identity.certificate.text},
                  {"etc/tls/server.key", identity.key.text},
                  {"etc/tls/clients.pem", authority().certificate().text},
                  {"etc/tls/other.key", authority().issue_server().key.text}};
  return config;
}
constexpr std::string_view tls_table = "[server.tls]\ncertificate = \"tls/server.pem\"\nkey = \"tls/server.key\"\n";

TEST(Edge, ByDefaultNobodyIsTrustedAndOnePeerHasAQuarter) {
  const auto settings = written("").load();
  ASSERT_TRUE(settings);
  EXPECT_EQ(settings->server.connections_per_peer_max, 2'500U);
  EXPECT_TRUE(settings->server.proxies.ranges.empty());
  EXPECT_FALSE(settings->server.tls || settings->server.admin_tls);
  EXPECT_EQ(written("[server]\nconnections_max = 3").load()->server.connections_per_peer_max, 1U);
  EXPECT_EQ(written("[server]\nconnections_per_peer_max = 7").load()->server.connections_per_peer_max, 7U);
}

TEST(Edge, ProxiesAreRead) {
  const auto settings =
      written(
          "[server]\ntrusted_proxies = [\"10.0.0.0/8\", \"::1\"]\nproxy_protocol = true\nforwarded = \"x-forwarded-for\"")
          .load();
  ASSERT_TRUE(settings);
  const net::TrustedProxies& proxies = settings->server.proxies;
  EXPECT_TRUE(proxies.trusts(*net::IpAddress::parse("10.1.2.3")) && proxies.trusts(*net::IpAddress::parse("::1")));
  EXPECT_FALSE(proxies.trusts(*net::IpAddress::parse("192.0.2.1")));
  EXPECT_TRUE(proxies.proxy_protocol);
  EXPECT_EQ(proxies.header, Header::x_forwarded_for);
}

TEST(Edge, IsRefusedByFileLineAndKey) {
  EXPECT_THAT(problems("[server]\ntrusted_proxies = [\"10.0.0.1/8\"]"),
              HasSubstr("etc/senja.toml:2: server.trusted_proxies: \"10.0.0.1/8\": has bits set beyond its prefix"));
  EXPECT_THAT(problems("[server]\nproxy_protocol = true"), HasSubstr("2: server.proxy_protocol: needs trusted_proxies"));
  EXPECT_THAT(problems("[server]\nproxy_protocol = true\ntrusted_proxies = []"),
              HasSubstr("2: server.proxy_protocol: needs"));
  EXPECT_THAT(problems("[server]\nforwarded = \"forwarded\""), HasSubstr("2: server.forwarded: needs trusted_proxies"));
  EXPECT_THAT(problems("[server]\nforwarded = \"x-real-ip\"\ntrusted_proxies = \"::1\""),
              HasSubstr("2: server.forwarded: must be"));
  EXPECT_THAT(problems("[server]\nconnections_per_peer_max = 0"), HasSubstr("2: server.connections_per_peer_max: must be"));
  EXPECT_EQ(problems("[server]\nproxy_protocol = false\nforwarded = \"none\""), "");
}

TEST(Edge, TrustThatIsUselessOrTooWideIsWarnedOf) {
  EXPECT_THAT(written("[server]\ntrusted_proxies = [\"10.0.0.0/8\"]").warnings(), HasSubstr("nothing is believed of them"));
  EXPECT_THAT(written("[server]\ntrusted_proxies = [\"0.0.0.0/0\"]\nproxy_protocol = true").warnings(),
              HasSubstr("anyone at all"));
  EXPECT_THAT(written("[server]\ntrusted_proxies = [\"::/0\"]\nproxy_protocol = true").warnings(),
              HasSubstr("anyone at all"));
}

TEST(Tls, FilesStandRelativeToTheConfig) {
  const auto settings = with_files(tls_table).load();
  ASSERT_TRUE(settings);
  EXPECT_TRUE(settings->server.tls);
  EXPECT_FALSE(settings->server.admin_tls);
  const auto admin = with_files(
                         "[server.admin_tls]\ncertificate = \"tls/server.pem\"\nkey = \"tls/server.key\"\n"
                         "min_version = \"1.3\"\nclient_ca = \"tls/clients.pem\"\n")
                         .load();
  ASSERT_TRUE(admin);
  EXPECT_TRUE(admin->server.admin_tls);
  EXPECT_FALSE(admin->server.tls);
}

TEST(Tls, IsRefusedByFileLineAndKey) {
  const auto said = [](const Config& config) { return config.problems(); };
  EXPECT_THAT(said(with_files("[server.tls]\nkey = \"tls/server.key\"")),
              HasSubstr("1: server.tls.certificate: is missing"));
  EXPECT_THAT(said(with_files("[server.tls]\ncertificate = \"tls/server.pem\"")),
              HasSubstr("1: server.tls.key: is missing"));
  EXPECT_THAT(said(with_files("[server.tls]\ncertificate = \"gone.pem\"\nkey = \"tls/server.key\"")),
              HasSubstr("etc/senja.toml:2: server.tls.certificate: \"gone.pem\" cannot be read: No such file or directory"));
  EXPECT_THAT(said(with_files("[server.tls]\ncertificate = \"tls/server.key\"\nkey = \"tls/server.key\"")),
              HasSubstr("2: server.tls.certificate: \"tls/server.key\" holds no certificate in PEM"));
  EXPECT_THAT(said(with_files("[server.tls]\ncertificate = \"tls/server.pem\"\nkey = \"tls/other.key\"")),
              HasSubstr("3: server.tls.key: \"tls/other.key\" does not belong to the certificate"));
  EXPECT_THAT(said(with_files(std::string(tls_table) + "client_ca = \"gone.pem\"")),
              HasSubstr("4: server.tls.client_ca: \"gone.pem\" cannot be read"));
  EXPECT_THAT(said(with_files(std::string(tls_table) + "client_ca = \"tls/server.key\"")),
              HasSubstr("4: server.tls.client_ca: \"tls/server.key\" holds no certificate"));
  EXPECT_THAT(said(with_files(std::string(tls_table) + "min_version = \"1.1\"")),
              HasSubstr("4: server.tls.min_version: must be"));
  EXPECT_THAT(said(with_files(std::string(tls_table) + "ciphers = \"all\"")),
              HasSubstr("4: server.tls.ciphers: is not a key"));
  EXPECT_THAT(said(with_files("[server]\ntls = true")), HasSubstr("2: server.tls: must be a table"));
}

TEST(Tls, AnExpiredCertificateIsAWarning) {
  Config config = with_files(tls_table);
  const net::TestIdentity old = authority().issue({.common_name = "old", .last_year = 2020});
  config.files["etc/tls/server.pem"] = old.certificate.text;
  config.files["etc/tls/server.key"] = old.key.text;
  EXPECT_THAT(config.warnings(),
              HasSubstr("2: server.tls.certificate: \"tls/server.pem\" holds a certificate that has expired"));
}

}  // namespace
}  // namespace senja::config
