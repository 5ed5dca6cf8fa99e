// Throwaway certificates for tests: an authority, and what it signs. EC P-256; valid from 2001 to 2100 unless told
// otherwise.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "net/pem.h"
#include "net/tls.h"

struct evp_pkey_st;
struct x509_st;

namespace senja::net {

struct TestIdentity {
  PemFile certificate;
  PemFile key;
};

struct TestSubject {
  std::string common_name;
  std::vector<std::string> names{};  // as OpenSSL writes them: "DNS:localhost", "IP:127.0.0.1", "URI:spiffe://acme/sender"
  int last_year = 2100;
};

class TestAuthority {
 public:
  explicit TestAuthority(std::string name = "test authority");
  ~TestAuthority();

  const PemFile& certificate() const { return certificate_; }
  TestIdentity issue(const TestSubject& subject) const;
  // For "localhost", "127.0.0.1" and "::1".
  TestIdentity issue_server(std::string common_name = "localhost") const;
  TlsFiles server_files(std::string common_name = "localhost") const;

 private:
  std::unique_ptr<evp_pkey_st, void (*)(evp_pkey_st*)> key_;
  std::unique_ptr<x509_st, void (*)(x509_st*)> own_;
  PemFile certificate_;
};

}  // namespace senja::net
