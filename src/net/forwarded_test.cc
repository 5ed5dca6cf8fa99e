#include "net/forwarded.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <vector>

namespace senja::net {
namespace {

using Header = TrustedProxies::Header;

const IpAddress proxy = IpAddress::parse("10.0.0.1").value();

TrustedProxies trusting(Header header) {
  return {{IpRange::parse("10.0.0.0/8").value(), IpRange::parse("2001:db8:ff::/48").value()}, false, header};
}

// The client's address, or "error".
std::string client(Header header, const std::vector<std::string>& values, const IpAddress& peer = proxy) {
  Headers headers;
  for (const std::string& value : values) {
    headers.add("X-Other", "for=9.9.9.9");
    headers.add(header == Header::forwarded ? "Forwarded" : "X-FORWARDED-FOR", value);
  }
  const auto found = forwarded_client(headers, peer, trusting(header));
  return found ? found->text() : "error";
}
std::string forwarded(const std::vector<std::string>& values) { return client(Header::forwarded, values); }
std::string x_forwarded(const std::vector<std::string>& values) { return client(Header::x_forwarded_for, values); }

TEST(Forwarded, WithoutTheHeaderThePeerIsTheClient) {
  EXPECT_EQ(forwarded({}), "10.0.0.1");
  EXPECT_EQ(x_forwarded({}), "10.0.0.1");
  EXPECT_EQ(x_forwarded({""}), "10.0.0.1");
}

TEST(Forwarded, WhoIsNotTrustedSpeaksForItselfAlone) {
  const IpAddress stranger = IpAddress::parse("198.51.100.1").value();
  EXPECT_EQ(client(Header::forwarded, {"for=10.0.0.9"}, stranger), "198.51.100.1");
  EXPECT_EQ(client(Header::x_forwarded_for, {"unknown"}, stranger), "198.51.100.1") << "not even read";
}

TEST(Forwarded, OnlyTheChosenHeaderCounts) {
  Headers headers;
  headers.add("x-forwarded-for", "192.0.2.1");
  EXPECT_EQ(forwarded_client(headers, proxy, trusting(Header::forwarded)), proxy);
  EXPECT_EQ(forwarded_client(headers, proxy, trusting(Header::none)), proxy);
}

TEST(Forwarded, TheFirstUntrustedAddressFromTheRightIsTheClient) {
  EXPECT_EQ(forwarded({"for=192.0.2.43"}), "192.0.2.43");
  EXPECT_EQ(forwarded({"for=192.0.2.1, for=192.0.2.43, for=10.9.9.9"}), "192.0.2.43");
  EXPECT_EQ(forwarded({"for=192.0.2.1,for=192.0.2.43", "for=10.9.9.9"}), "192.0.2.43") << "fields are one list";
  EXPECT_EQ(forwarded({"for=192.0.2.1", "for=192.0.2.43"}), "192.0.2.43");
  EXPECT_EQ(x_forwarded({"192.0.2.1, 192.0.2.43 ,\t10.9.9.9"}), "192.0.2.43");
  EXPECT_EQ(x_forwarded({"10.7.7.7, 10.8.8.8", "10.9.9.9"}), "10.7.7.7") << "all trusted: the leftmost";
}

TEST(Forwarded, ReadsTheStandardsForms) {
  EXPECT_EQ(forwarded({"For=\"[2001:db8:cafe::17]:4711\""}), "2001:db8:cafe::17");
  EXPECT_EQ(forwarded({"for=192.0.2.60;proto=http;by=203.0.113.43"}), "192.0.2.60");
  EXPECT_EQ(forwarded({"proto=https;FOR=\"192.0.2.60:80\";host=\"a, for=1.2.3.4;\\\"\""}), "192.0.2.60");
  EXPECT_EQ(forwarded({"for=\"\\1\\92.0.2.60:_hidden-1\""}), "192.0.2.60");
  EXPECT_EQ(forwarded({", for=192.0.2.43 , ,for=10.1.1.1;,"}), "192.0.2.43") << "empty elements and pairs";
  EXPECT_EQ(forwarded({"for=\"[2001:db8:ff::1]\""}), "2001:db8:ff::1") << "a trusted one";
}

TEST(Forwarded, WhatTheWalkMeetsMustBeAnAddress) {
  for (const std::string bad : {"for=unknown",
                                "for=_hidden",
                                "for=\"\"",
                                "for=",
                                "for",
                                "=",
                                "proto=https",
                                ";",
                                "for=192.0.2.1 for=192.0.2.2",
                                "for=192.0.2.1;for=192.0.2.2",
                                "for=192.0.2.1:80",
                                "for=2001:db8::1",
                                "for=\"2001:db8::1\"",
                                "for=\"[192.0.2.1]\"",
                                "for=\"[2001:db8::1\"",
                                "for=\"[\"",
                                "for=\"[]\"",
                                "for=\"[2001:db8::1]80\"",
                                "for=\"[2001:db8::1]:\"",
                                "for=\"192.0.2.1:\"",
                                "for=\"192.0.2.1:123456\"",
                                "for=\"192.0.2.1:_\"",
                                "for=\"192.0.2.1:x\"",
                                "for=192.0.2.01",
                                "for=\"192.0.2.1",
                                "for=\"192.0.2.1\\",
                                "for=192.0.2.1; proto=http",
                                "for =192.0.2.1",
                                "for=example.org",
                                "for=\"192.0.2.1\"x",
                                "for=[2001:db8::1]"})
    EXPECT_EQ(forwarded({bad}), "error") << bad;
  for (const std::string bad : {"unknown", "_hidden", "192.0.2", "192.0.2.1:", "192.0.2.1:x", "\"192.0.2.1\"", "[192.0.2.1]",
                                "192.0.2.1 192.0.2.2", "example.org", "for=192.0.2.1", "::1%lo", "[::1"})
    EXPECT_EQ(x_forwarded({bad}), "error") << bad;
}

TEST(Forwarded, XForwardedForComesInManyForms) {
  EXPECT_EQ(x_forwarded({"192.0.2.1:4711"}), "192.0.2.1");
  EXPECT_EQ(x_forwarded({"2001:db8::1"}), "2001:db8::1");
  EXPECT_EQ(x_forwarded({"[2001:db8::1]"}), "2001:db8::1");
  EXPECT_EQ(x_forwarded({"[2001:db8::1]:443"}), "2001:db8::1");
  EXPECT_EQ(x_forwarded({"::ffff:192.0.2.1"}), "192.0.2.1");
}

TEST(Forwarded, WhatAClientWroteItselfIsNotReached) {
  EXPECT_EQ(x_forwarded({"unknown, 10.0.0.5, 192.0.2.43"}), "192.0.2.43");
  EXPECT_EQ(forwarded({"for=unknown, for=192.0.2.43"}), "192.0.2.43");
  EXPECT_EQ(forwarded({"for=\"broken", "for=192.0.2.43"}), "192.0.2.43") << "a field of its own";
  EXPECT_EQ(forwarded({"for=10.0.0.5", "for=unknown, for=10.1.1.1"}), "error");
}

TEST(Forwarded, AQuoteLeftOpenDoesNotSwallowWhatAProxyAppends) {
  EXPECT_EQ(forwarded({"for=\"x, for=192.0.2.43"}), "error");
  EXPECT_EQ(forwarded({"for=10.0.0.5;host=\"x, for=\"[2001:db8::1]\""}), "error");
}

TEST(Forwarded, TheWalkIsBounded) {
  std::string list = "192.0.2.43";
  for (std::size_t i = 1; i < forwarded_elements_max; ++i) list += ", 10.0.0.2";
  EXPECT_EQ(x_forwarded({list}), "192.0.2.43");
  EXPECT_EQ(x_forwarded({list + ", 10.0.0.2"}), "error");
}

RC_GTEST_PROP(Forwarded, NoWordsOfAClientChangeWhatTheProxySaw, (const std::string& words)) {
  RC_ASSERT(x_forwarded({words + ",192.0.2.43"}) == "192.0.2.43");
  RC_ASSERT(forwarded({words, "for=192.0.2.43"}) == "192.0.2.43");
  const std::string joined = forwarded({words + ",for=192.0.2.43"});
  RC_ASSERT(joined == "192.0.2.43" || joined == "error");
}

}  // namespace
}  // namespace senja::net
