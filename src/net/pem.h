// Certificates and keys in PEM (RFC 7468), put into an OpenSSL context. Errors are the ends of sentences that begin with the
// file's name.
#pragma once

#include <cstdint>
#include <expected>
#include <string>

struct ssl_ctx_st;
struct x509_st;

namespace senja::net {

// A file's content, and its name for errors.
struct PemFile {
  std::string name;
  std::string text;
};

using PemResult = std::expected<void, std::string>;

PemResult use_certificate_chain(ssl_ctx_st& context, const PemFile& file);  // the certificate itself comes first
PemResult use_key(ssl_ctx_st& context, const PemFile& file);                // after the certificate that it belongs to
// Certificates that `file` holds vouch for the peer's. `announce` names them to clients, as whose to show.
enum class Announce : std::uint8_t { no, yes };
PemResult trust(ssl_ctx_st& context, const PemFile& file, Announce announce);

}  // namespace senja::net
