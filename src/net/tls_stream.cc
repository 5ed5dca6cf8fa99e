#include "net/tls_stream.h"

#include <arpa/inet.h>
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <limits>
#include <new>

#include "net/certificate.h"
#include "net/ip.h"

namespace senja::net {

namespace {

BIO* socket_bio(const int& socket);
std::string reason_of_failure(const ssl_st* ssl);

}  // namespace

TlsStream::TlsStream(ssl_ctx_st& context, int socket, Side side) : socket_(socket), ssl_(SSL_new(&context)) {
  BIO* bio = socket_bio(socket_);
  if (!ssl_ || bio == nullptr) throw std::bad_alloc();
  SSL_set_bio(ssl_.get(), bio, bio);  // owns it from here on
  side == Side::server ? SSL_set_accept_state(ssl_.get()) : SSL_set_connect_state(ssl_.get());
}

TlsStream::~TlsStream() = default;
void TlsStream::Free::operator()(ssl_st* ssl) const { SSL_free(ssl); }

void TlsStream::expect_peer(const std::string& host) {
  if (IpAddress::parse(host)) {
    X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl_.get()), host.c_str());
    return;  // no name to indicate (RFC 6066, 3)
  }
  SSL_set_tlsext_host_name(ssl_.get(), host.c_str());
  SSL_set_hostflags(ssl_.get(), X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
  SSL_set1_host(ssl_.get(), host.c_str());
}

Progress TlsStream::handshake() {
  ERR_clear_error();
  const Progress progress = outcome(SSL_do_handshake(ssl_.get()));
  established_ = progress == Progress::done;
  return progress;
}

Progress TlsStream::read(char* into, std::size_t size, std::size_t& got) {
  got = 0;
  ERR_clear_error();
  return outcome(SSL_read_ex(ssl_.get(), into, size, &got));
}

Progress TlsStream::write(std::string_view& bytes) {
  while (!bytes.empty()) {
    std::size_t sent = 0;
    ERR_clear_error();
    const Progress progress = outcome(SSL_write_ex(ssl_.get(), bytes.data(), bytes.size(), &sent));
    if (progress != Progress::done) return progress;
    bytes.remove_prefix(sent);
  }
  return Progress::done;
}

// The peer's own goodbye is not waited for: requests and answers know their lengths.
Progress TlsStream::say_goodbye() {
  if (!established_ || broken_) return Progress::done;
  ERR_clear_error();
  const int result = SSL_shutdown(ssl_.get());
  return result >= 0 ? Progress::done : outcome(result);
}

bool TlsStream::bytes_at_hand() const { return SSL_pending(ssl_.get()) > 0; }
bool TlsStream::begun() const { return BIO_number_read(SSL_get_rbio(ssl_.get())) > 0; }

std::optional<Certificate> TlsStream::peer_certificate() const {
  const X509* certificate = SSL_get0_peer_certificate(ssl_.get());
  if (certificate == nullptr || SSL_get_verify_result(ssl_.get()) != X509_V_OK) return std::nullopt;
  return read_certificate(*certificate);
}

Progress TlsStream::outcome(int result) {
  switch (SSL_get_error(ssl_.get(), result)) {
    case SSL_ERROR_NONE:
      return Progress::done;
    case SSL_ERROR_WANT_READ:
      return Progress::needs_read;
    case SSL_ERROR_WANT_WRITE:
      return Progress::needs_write;
    case SSL_ERROR_ZERO_RETURN:
      return Progress::ended;
    default:
      broken_ = true;  // OpenSSL allows nothing further, not even a goodbye
      failure_ = reason_of_failure(ssl_.get());
      return Progress::ended;
  }
}

namespace {

int send_some(BIO* bio, const char* bytes, int size) {
  BIO_clear_retry_flags(bio);
  const int socket = *static_cast<const int*>(BIO_get_data(bio));
  const auto sent = ::send(socket, bytes, static_cast<std::size_t>(size), MSG_NOSIGNAL);
  if (sent < 0 && (errno == EAGAIN || errno == EINTR)) BIO_set_retry_write(bio);
  return static_cast<int>(sent);
}

int receive_some(BIO* bio, char* into, int size) {
  BIO_clear_retry_flags(bio);
  const int socket = *static_cast<const int*>(BIO_get_data(bio));
  const auto got = ::recv(socket, into, static_cast<std::size_t>(size), 0);
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) BIO_set_retry_read(bio);
  return static_cast<int>(got);
}

long control(BIO*, int command, long, void*) { return command == BIO_CTRL_FLUSH ? 1 : 0; }

// OpenSSL's own socket BIO raises SIGPIPE when the peer has gone; this one does not.
BIO* socket_bio(const int& socket) {
  static BIO_METHOD* const method = [] {
    BIO_METHOD* made = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "socket without signals");
    if (made == nullptr) throw std::bad_alloc();
    BIO_meth_set_write(made, send_some);
    BIO_meth_set_read(made, receive_some);
    BIO_meth_set_ctrl(made, control);
    return made;
  }();
  BIO* bio = BIO_new(method);
  if (bio == nullptr) return nullptr;
  BIO_set_data(bio, const_cast<int*>(&socket));
  BIO_set_init(bio, 1);
  return bio;
}

std::string reason_of_failure(const ssl_st* ssl) {
  if (const long verdict = SSL_get_verify_result(ssl); verdict != X509_V_OK)
    return std::string("the certificate is not accepted: ") + X509_verify_cert_error_string(verdict);
  const unsigned long error = ERR_peek_last_error();
  const char* reason = error == 0 ? nullptr : ERR_reason_error_string(error);
  return reason == nullptr ? "the connection broke" : reason;
}

}  // namespace

}  // namespace senja::net
