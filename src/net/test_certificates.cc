#include "net/test_certificates.h"

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include <atomic>
#include <stdexcept>
#include <utility>

namespace senja::net {

namespace {

constexpr int first_year = 2001;

struct Draft {
  EVP_PKEY* key;
  const TestSubject& subject;
  X509* issuer;  // nullptr: itself
  EVP_PKEY* issuer_key;
};
X509* make_certificate(const Draft& draft);
EVP_PKEY* make_key() { return EVP_EC_gen("P-256"); }
std::string pem_of(X509* certificate);
std::string pem_of(EVP_PKEY* key);

void require(bool good) {
  if (!good) throw std::runtime_error("OpenSSL cannot make a certificate");
}

}  // namespace

TestAuthority::TestAuthority(std::string name)
    : key_(make_key(), &EVP_PKEY_free),
      own_(make_certificate({key_.get(), {std::move(name)}, nullptr, key_.get()}), &X509_free),
      certificate_{"ca.pem", pem_of(own_.get())} {}

TestAuthority::~TestAuthority() = default;

TestIdentity TestAuthority::issue(const TestSubject& subject) const {
  const decltype(key_) key{make_key(), &EVP_PKEY_free};
  const decltype(own_) certificate{make_certificate({key.get(), subject, own_.get(), key_.get()}), &X509_free};
  return {{"certificate.pem", pem_of(certificate.get())}, {"key.pem", pem_of(key.get())}};
}

TestIdentity TestAuthority::issue_server(std::string common_name) const {
  return issue({std::move(common_name), {"DNS:localhost", "IP:127.0.0.1", "IP:::1"}});
}

TlsFiles TestAuthority::server_files(std::string common_name) const {
  TestIdentity identity = issue_server(std::move(common_name));
  return {.certificate = std::move(identity.certificate), .key = std::move(identity.key)};
}

namespace {

void add_extension(X509* certificate, X509* issuer, int nid, const std::string& value) {
  X509V3_CTX context;
  X509V3_set_ctx_nodb(&context);
  X509V3_set_ctx(&context, issuer, certificate, nullptr, nullptr, 0);
  X509_EXTENSION* extension = X509V3_EXT_conf_nid(nullptr, &context, nid, value.c_str());
  require(extension != nullptr && X509_add_ext(certificate, extension, -1) == 1);
  X509_EXTENSION_free(extension);
}

X509* make_certificate(const Draft& draft) {
  static std::atomic<long> serial = 1;
  X509* made = X509_new();
  require(made != nullptr && X509_set_version(made, X509_VERSION_3) == 1);
  ASN1_INTEGER_set(X509_get_serialNumber(made), serial.fetch_add(1));
  require(ASN1_TIME_set_string_X509(X509_getm_notBefore(made), (std::to_string(first_year) + "0101000000Z").c_str()) == 1);
  require(ASN1_TIME_set_string_X509(X509_getm_notAfter(made),
                                    (std::to_string(draft.subject.last_year) + "1231235959Z").c_str()) == 1);
  const auto* name = reinterpret_cast<const unsigned char*>(draft.subject.common_name.c_str());
  require(X509_NAME_add_entry_by_txt(X509_get_subject_name(made), "CN", MBSTRING_UTF8, name, -1, -1, 0) == 1);
  X509* const issuer = draft.issuer == nullptr ? made : draft.issuer;
  require(X509_set_issuer_name(made, X509_get_subject_name(issuer)) == 1 && X509_set_pubkey(made, draft.key) == 1);
  add_extension(made, issuer, NID_basic_constraints, draft.issuer == nullptr ? "critical,CA:TRUE" : "critical,CA:FALSE");
  add_extension(made, issuer, NID_subject_key_identifier, "hash");
  std::string names;
  for (const std::string& each : draft.subject.names) names += (names.empty() ? "" : ",") + each;
  if (!names.empty()) add_extension(made, issuer, NID_subject_alt_name, names);
  require(X509_sign(made, draft.issuer_key, EVP_sha256()) > 0);
  return made;
}

template <class Write>
std::string text_of(Write write) {
  BIO* bio = BIO_new(BIO_s_mem());
  require(bio != nullptr && write(bio) == 1);
  char* bytes = nullptr;
  const long size = BIO_get_mem_data(bio, &bytes);
  std::string text(bytes, static_cast<std::size_t>(size));
  BIO_free(bio);
  return text;
}

std::string pem_of(X509* certificate) {
  return text_of([certificate](BIO* bio) { return PEM_write_bio_X509(bio, certificate); });
}

std::string pem_of(EVP_PKEY* key) {
  return text_of([key](BIO* bio) { return PEM_write_bio_PrivateKey(bio, key, nullptr, nullptr, 0, nullptr, nullptr); });
}

}  // namespace

}  // namespace senja::net
