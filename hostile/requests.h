// What is sent: whole requests as bytes.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>

#include "senja/model/secret.h"
#include "senja/signature/scheme.h"

namespace senja::hostile {

inline constexpr std::string_view source_path = "/in/credits";

class Requests {
 public:
  Requests();

  std::string good() const;    // an event of its own each time, signed. Any thread
  std::string forged() const;  // the same with another's signature
  std::string secret() const { return std::string{secret_.reveal()}; }

 private:
  std::string request(const Secret& secret) const;

  const Secret secret_, another_;
  const signature::Scheme scheme_;
  mutable std::atomic<std::uint64_t> next_ = 1;
};

std::string health_request();
// A head as any scanner may write it; the body is not sent. `framing`: the header line that says how long it is.
std::string head_of_body(std::string_view framing);

}  // namespace senja::hostile
