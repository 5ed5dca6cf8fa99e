#include <gmock/gmock.h>

#include "config/config_vocabulary.h"
#include "net/test_certificates.h"

namespace senja::config {
namespace {

using testing::HasSubstr;
using Hosts = std::vector<std::string>;

const std::string a_token =
    "[[token]]\nname = \"ops\"\nscopes = [\"admin\"]\nhash = \"sha256:" + std::string(64, '0') + "\"\n";

struct AdminListener : testing::Test {
  Config config;
  void server(const std::string& lines) { config.text = "[server]\n" + lines + "\n" + std::string(plain_source); }
  Hosts hosts() const {
    const auto settings = config.load();
    EXPECT_TRUE(settings) << config.problems();
    return settings ? settings->server.admin_hosts : Hosts{};
  }
};

TEST_F(AdminListener, IsForThisMachineAloneWithoutATokens) {
  server("admin_listen = \"0.0.0.0:8081\"");
  EXPECT_THAT(config.problems(), HasSubstr("etc/senja.toml:2: server.admin_listen: must be a loopback address: without"));
  config.overrides.admin_listen = "10.0.0.1:8081";
  EXPECT_THAT(config.problems(), HasSubstr("command line: server.admin_listen: must be a loopback address"));
  config.overrides.admin_listen = "[::1]:8081";
  EXPECT_EQ(config.problems(), "");
}

TEST_F(AdminListener, MayBeAnywhereWithATokenAndWarnsOfPlainHttp) {
  server("admin_listen = \"10.0.0.1:8081\"");
  config.text += a_token;
  EXPECT_EQ(config.problems(), "");
  EXPECT_THAT(config.warnings(), HasSubstr("2: server.admin_listen: tokens and bodies cross the network in the clear"));
  server("admin_listen = \"127.0.0.1:8081\"");
  config.text += a_token;
  EXPECT_EQ(config.warnings(), "");

  const net::TestIdentity own = net::TestAuthority().issue_server();
  config.files = {{"etc/own.pem", own.certificate.text}, {"etc/own.key", own.key.text}};
  server("admin_listen = \"10.0.0.1:8081\"");
  config.text += a_token + "[server.admin_tls]\ncertificate = \"own.pem\"\nkey = \"own.key\"\n";
  EXPECT_EQ(config.warnings(), "");
}

TEST_F(AdminListener, IsAskedByItsOwnAddressAndTheNamesGiven) {
  EXPECT_EQ(hosts(), Hosts{"127.0.0.1"});
  server("admin_listen = \"[2001:DB8::1]:8081\"\nadmin_hosts = [\"Senja.internal\", \"[::2]\", \"::ffff:10.0.0.9\"]");
  config.text += a_token;
  EXPECT_EQ(hosts(), (Hosts{"senja.internal", "::2", "10.0.0.9", "2001:db8::1"}));
}

TEST_F(AdminListener, OnEveryAddressHasNoNameOfItsOwn) {
  for (const char* address : {":8081", "0.0.0.0:8081", "[::]:8081", "[0::0]:8081"}) {
    server("admin_listen = \"" + std::string(address) + "\"");
    config.text += a_token;
    EXPECT_EQ(hosts(), Hosts{}) << address;
    EXPECT_THAT(config.warnings(), HasSubstr("until admin_hosts names it")) << address;
  }
  server("admin_listen = \":8081\"\nadmin_hosts = \"senja.internal\"");
  config.text += a_token;
  EXPECT_THAT(config.warnings(), testing::Not(HasSubstr("until admin_hosts")));
}

TEST_F(AdminListener, HostsAreNamesOrAddressesAlone) {
  for (const char* host : {"", "*", "http://a", "a:80", "a/b", "[a]", "10.0.0.1:80", "10.0.0", "010.0.0.1", "1", "a b",
                           "user@a", "[::1", "a."}) {
    server("admin_hosts = [\"" + std::string(host) + "\"]");
    EXPECT_THAT(config.problems(), HasSubstr("server.admin_hosts: \"" + std::string(host) + "\" is no host")) << host;
  }
  server("admin_hosts = [\"" + std::string(254, 'a') + "\"]");
  EXPECT_THAT(config.problems(), HasSubstr("is no host"));
  std::string many = "admin_hosts = [";
  for (int i = 0; i <= 64; ++i) many += "\"h\", ";
  server(many + "]");
  EXPECT_THAT(config.problems(), HasSubstr("server.admin_hosts: holds more than 64 hosts"));
}

}  // namespace
}  // namespace senja::config
