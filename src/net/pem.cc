#include "net/pem.h"

#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>

#include <climits>
#include <memory>
#include <string_view>
#include <vector>

namespace senja::net {

namespace {

template <auto free_it>
struct Free {
  template <class T>
  void operator()(T* owned) const {
    free_it(owned);
  }
};
using Bio = std::unique_ptr<BIO, Free<BIO_free>>;
using Certificate = std::unique_ptr<X509, Free<X509_free>>;
using Key = std::unique_ptr<EVP_PKEY, Free<EVP_PKEY_free>>;

std::expected<std::vector<Certificate>, std::string> read_certificates(const PemFile& file);
Bio reader_of(const PemFile& file);
std::unexpected<std::string> refused(const PemFile& file, std::string_view why);
std::unexpected<std::string> refused_by_openssl(const PemFile& file, std::string_view what);

}  // namespace

PemResult use_certificate_chain(ssl_ctx_st& context, const PemFile& file) {
  auto chain = read_certificates(file);
  if (!chain) return std::unexpected(std::move(chain.error()));
  if (SSL_CTX_use_certificate(&context, chain->front().get()) != 1)
    return refused_by_openssl(file, "holds a certificate that cannot be used");
  for (std::size_t i = 1; i < chain->size(); ++i)
    if (SSL_CTX_add1_chain_cert(&context, (*chain)[i].get()) != 1)
      return refused_by_openssl(file, "holds a certificate that cannot be used");
  return {};
}

PemResult use_key(ssl_ctx_st& context, const PemFile& file) {
  const Bio bio = reader_of(file);
  bool encrypted = false;
  // Never asks at the terminal: a gateway starts without anyone there.
  const auto no_password = [](char*, int, int, void* asked) {
    *static_cast<bool*>(asked) = true;
    return -1;
  };
  const Key key{PEM_read_bio_PrivateKey(bio.get(), nullptr, no_password, &encrypted)};
  if (encrypted) return refused(file, "is encrypted: store the key without a password, readable by Senja's user alone");
  if (!key) return refused_by_openssl(file, "holds no private key in PEM");
  const X509* certificate = SSL_CTX_get0_certificate(&context);
  if (certificate == nullptr || X509_check_private_key(certificate, key.get()) != 1)
    return refused(file, "does not belong to the certificate");
  if (SSL_CTX_use_PrivateKey(&context, key.get()) != 1) return refused_by_openssl(file, "holds a key that cannot be used");
  return {};
}

PemResult trust(ssl_ctx_st& context, const PemFile& file, Announce announce) {
  const auto certificates = read_certificates(file);
  if (!certificates) return std::unexpected(certificates.error());
  for (const Certificate& each : *certificates)
    if (X509_STORE_add_cert(SSL_CTX_get_cert_store(&context), each.get()) != 1 ||
        (announce == Announce::yes && SSL_CTX_add_client_CA(&context, each.get()) != 1))
      return refused_by_openssl(file, "holds a certificate that cannot be used");
  return {};
}

namespace {

// At least one.
std::expected<std::vector<Certificate>, std::string> read_certificates(const PemFile& file) {
  const Bio bio = reader_of(file);
  std::vector<Certificate> certificates;
  while (Certificate next{PEM_read_bio_X509(bio.get(), nullptr, nullptr, nullptr)}) certificates.push_back(std::move(next));
  const bool at_end = ERR_GET_REASON(ERR_peek_last_error()) == PEM_R_NO_START_LINE;
  if (!at_end) return refused_by_openssl(file, "holds a certificate that cannot be read");
  ERR_clear_error();
  if (certificates.empty()) return refused(file, "holds no certificate in PEM");
  return certificates;
}

Bio reader_of(const PemFile& file) {
  ERR_clear_error();
  const std::size_t size = std::min<std::size_t>(file.text.size(), INT_MAX);
  Bio bio{BIO_new_mem_buf(file.text.data(), static_cast<int>(size))};
  if (!bio) throw std::bad_alloc();
  return bio;
}

std::unexpected<std::string> refused(const PemFile& file, std::string_view why) {
  ERR_clear_error();
  return std::unexpected('"' + file.name + "\" " + std::string{why});
}

std::unexpected<std::string> refused_by_openssl(const PemFile& file, std::string_view what) {
  const char* reason = ERR_reason_error_string(ERR_peek_last_error());
  std::string why{what};
  if (reason != nullptr) why += std::string{": "} + reason;
  return refused(file, why);
}

}  // namespace

}  // namespace senja::net
