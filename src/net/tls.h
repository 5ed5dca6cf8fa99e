// A listener's TLS: certificate, key, versions, and whose client certificates are believed. Loaded once, shared by the
// connections that began under it; a new certificate is a new context.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "net/pem.h"
#include "net/tls_stream.h"
#include "senja/model/time.h"

namespace senja::net {

enum class TlsVersion : std::uint8_t { v1_2, v1_3 };

struct TlsFiles {
  PemFile certificate;  // with its chain
  PemFile key;
  TlsVersion min_version = TlsVersion::v1_2;
  std::optional<PemFile> client_ca{};  // clients are asked for a certificate of these; without one they are served, too
};

// Which of the files is wrong, by its member's name, and how.
struct TlsProblem {
  std::string_view part;
  std::string text;
};

// Immutable; any thread.
class TlsContext {
 public:
  static std::expected<std::shared_ptr<const TlsContext>, TlsProblem> load(const TlsFiles& files);
  ~TlsContext();
  TlsContext(const TlsContext&) = delete;
  TlsContext& operator=(const TlsContext&) = delete;

  std::unique_ptr<TlsStream> accept(int socket) const;                    // keeps what it needs of the context
  WallTime expires_at() const { return expires_at_; }                     // the first end in the chain
  const std::vector<std::string>& warnings() const { return warnings_; }  // a certificate that has expired, …

 private:
  struct Free {
    void operator()(ssl_ctx_st* context) const;
  };
  explicit TlsContext(TlsVersion min_version);
  void look_at_validity(const PemFile& file);

  std::unique_ptr<ssl_ctx_st, Free> context_;
  WallTime expires_at_ = forever;
  std::vector<std::string> warnings_;
};

}  // namespace senja::net
