#include "net/tls.h"

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#include <algorithm>
#include <ctime>
#include <new>
#include <stdexcept>

namespace senja::net {

namespace {

// Mozilla's intermediate configuration (ssl-config.mozilla.org, 5.7) without its DHE suites, which nothing younger than 2014
// needs, and which let a client make the server work (CVE-2002-20001). TLS 1.3 has OpenSSL's three.
constexpr const char* ciphers =
    "ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-GCM-SHA384:"
    "ECDHE-RSA-AES256-GCM-SHA384:ECDHE-ECDSA-CHACHA20-POLY1305:ECDHE-RSA-CHACHA20-POLY1305";
constexpr const char* groups = "X25519:P-256:P-384";

constexpr int client_chain_depth_max = 8;
constexpr std::size_t client_chain_bytes_max = 32 * 1024;
constexpr std::string_view session_context = "senja";

void set_up(SSL_CTX* context, TlsVersion min_version);
int choose_protocol(SSL*, const unsigned char** chosen, unsigned char* chosen_size, const unsigned char* offered,
                    unsigned offered_size, void*);
WallTime time_of(const ASN1_TIME* time);

}  // namespace

std::expected<std::shared_ptr<const TlsContext>, TlsProblem> TlsContext::load(const TlsFiles& files) {
  std::shared_ptr<TlsContext> loaded{new TlsContext(files.min_version)};
  SSL_CTX* context = loaded->context_.get();
  if (auto used = use_certificate_chain(*context, files.certificate); !used)
    return std::unexpected(TlsProblem{"certificate", std::move(used.error())});
  if (auto used = use_key(*context, files.key); !used) return std::unexpected(TlsProblem{"key", std::move(used.error())});
  if (files.client_ca) {
    if (auto used = trust(*context, *files.client_ca, Announce::yes); !used)
      return std::unexpected(TlsProblem{"client_ca", std::move(used.error())});
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nullptr);
  }
  loaded->look_at_validity(files.certificate);
  return loaded;
}

TlsContext::TlsContext(TlsVersion min_version) : context_(SSL_CTX_new(TLS_server_method())) {
  if (!context_) throw std::bad_alloc();
  set_up(context_.get(), min_version);
}

TlsContext::~TlsContext() = default;
void TlsContext::Free::operator()(ssl_ctx_st* context) const { SSL_CTX_free(context); }

std::unique_ptr<TlsStream> TlsContext::accept(int socket) const {
  return std::make_unique<TlsStream>(*context_, socket, TlsStream::Side::server);
}

// Told, not refused: a gateway that does not start at all is worse than one whose senders complain.
void TlsContext::look_at_validity(const PemFile& file) {
  std::vector<X509*> all{SSL_CTX_get0_certificate(context_.get())};
  STACK_OF(X509)* chain = nullptr;
  SSL_CTX_get0_chain_certs(context_.get(), static_cast<void*>(&chain));
  all.reserve(1 + static_cast<std::size_t>(std::max(sk_X509_num(chain), 0)));
  for (int i = 0; i < sk_X509_num(chain); ++i) all.push_back(sk_X509_value(chain, i));
  for (const X509* each : all) {
    const ASN1_TIME *from = X509_get0_notBefore(each), *until = X509_get0_notAfter(each);
    expires_at_ = std::min(expires_at_, time_of(until));
    const std::string which = '"' + file.name + "\" holds a certificate that ";
    if (X509_cmp_current_time(until) < 0) warnings_.push_back(which + "has expired");
    if (X509_cmp_current_time(from) > 0) warnings_.push_back(which + "is not valid yet");
  }
}

namespace {

void set_up(SSL_CTX* context, TlsVersion min_version) {
  SSL_CTX_set_min_proto_version(context, min_version == TlsVersion::v1_3 ? TLS1_3_VERSION : TLS1_2_VERSION);
  if (SSL_CTX_set_cipher_list(context, ciphers) != 1 || SSL_CTX_set1_groups_list(context, groups) != 1)
    throw std::runtime_error("OpenSSL lacks the ciphers of TLS 1.2");
  SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
  SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
  // Else one read goes on for as long as a peer sends records that carry nothing, and its neighbours wait.
  SSL_CTX_clear_mode(context, SSL_MODE_AUTO_RETRY);
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);  // tickets need none, and strangers would fill it
  SSL_CTX_set_session_id_context(context, reinterpret_cast<const unsigned char*>(session_context.data()),
                                 static_cast<unsigned>(session_context.size()));
  SSL_CTX_set_verify_depth(context, client_chain_depth_max);
  SSL_CTX_set_max_cert_list(context, client_chain_bytes_max);
  SSL_CTX_set_alpn_select_cb(context, choose_protocol, nullptr);
}

// RFC 7301, 3.2: who offers protocols, and ours not among them, is told so by an alert.
int choose_protocol(SSL*, const unsigned char** chosen, unsigned char* chosen_size, const unsigned char* offered,
                    unsigned offered_size, void*) {
  constexpr std::string_view ours = "\x08http/1.1\x08http/1.0";  // the first that is offered, in our order
  unsigned char* found = nullptr;
  const int result = SSL_select_next_proto(&found, chosen_size, reinterpret_cast<const unsigned char*>(ours.data()),
                                           static_cast<unsigned>(ours.size()), offered, offered_size);
  *chosen = found;
  return result == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_ALERT_FATAL;
}

WallTime time_of(const ASN1_TIME* time) {
  std::tm parts{};
  if (ASN1_TIME_to_tm(time, &parts) != 1) return WallTime::min();
  return WallTime{std::chrono::seconds{timegm(&parts)}};
}

}  // namespace

}  // namespace senja::net
